import * as v from 'valibot'
import { type Access, mounts } from './paths.ts'
import { isBuiltIn, isRemoteName, type RemoteName } from './remote.ts'

/** First segments that the site answers itself. */
const RESERVED = new Set([
  ...[
    'api',
    'assets',
    'color-palette',
    'dev',
    'healthz',
    'home',
    'licencias',
    'metrics',
    'mf-events',
    'mf-overrides',
    'pdfjs',
    'pki',
    'previews',
    'readyz',
  ],
  'releases',
  ...mounts.map(({ path }) => path.split('/')[1]),
])

/** Plain text; no letters that look like others. */
const LABEL = /^[\dA-Za-zÁÉÍÑÓÚÜáéíñóúü][\dA-Za-zÁÉÍÑÓÚÜáéíñóúü ,.:()&-]*$/

const access = {
  everyone: { kind: 'everyone' },
  anonymous: { kind: 'anonymous', redirect: '/' },
  session: { kind: 'session' },
} as const

/** One segment: two prefixes overlap only if they are equal. */
const AddedMountSchema = v.object({
  prefix: v.pipe(
    v.string(),
    v.regex(
      /^\/[a-z][a-z0-9-]{2,38}$/,
      ({ input }) => `«${input}» no es un prefijo: escribe «/» y de 3 a 39 letras minúsculas, cifras o guiones`,
    ),
    v.check(
      (prefix) => !RESERVED.has(prefix.slice(1)),
      ({ input }) => `el sitio mismo usa ${input}: elige otro prefijo`,
    ),
  ),
  access: v.picklist(['everyone', 'anonymous', 'session']),
  title: v.pipe(v.string(), v.regex(LABEL), v.maxLength(60)),
  /** Text in the navigation; absent: no item. */
  menu: v.optional(v.pipe(v.string(), v.regex(LABEL), v.maxLength(24))),
})
/** Of one remote. */
export const AddedMountsSchema = v.pipe(v.array(AddedMountSchema), v.maxLength(8))
export type AddedMount = v.InferOutput<typeof AddedMountSchema>

/** A mount that the registry announces, with its remote. */
export interface RegisteredMount extends Omit<AddedMount, 'access'> {
  readonly remote: RemoteName
  readonly access: Access
}

type Remotes = { readonly [N in RemoteName]?: { readonly mounts?: unknown } | undefined }

const mountsOf = (entry: Remotes[RemoteName]): readonly AddedMount[] =>
  v.is(AddedMountsSchema, entry?.mounts) ? entry.mounts : []

/** Of added remotes; drops prefixes that occur twice. */
export const addedMounts = (remotes: Remotes): RegisteredMount[] => {
  const all = Object.keys(remotes)
    .filter(isRemoteName)
    .flatMap((remote) =>
      isBuiltIn(remote)
        ? []
        : mountsOf(remotes[remote]).map((mount) => ({ ...mount, remote, access: access[mount.access] })),
    )
  return all.filter(({ prefix }, at) => all.every((other, index) => index === at || other.prefix !== prefix))
}

/** Ignores case, as the router does. */
export const mountBelow = <Mount extends { readonly prefix: string }>(
  added: readonly Mount[],
  pathname: string,
): Mount | undefined => added.find(({ prefix }) => prefix === `/${pathname.split('/')[1]?.toLowerCase()}`)
