import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { parseSite, type SiteAddress } from '../../shared/build/command/parse-site.ts'
import { type RemoteName, RemoteNameSchema } from '../../shared/src/contract/site/remote.ts'
import { remotePackages } from '../workspace.ts'

export type ReleaseRequest =
  /** `canary` is a percentage, `from` a folder with a build. */
  | { readonly kind: 'build'; readonly canary?: number; readonly from?: string }
  /** `manifest` is an address on another origin. */
  | { readonly kind: 'elsewhere'; readonly canary?: number; readonly manifest: string }
  | { readonly kind: 'to'; readonly release: string }
  | { readonly kind: 'end-canary' }
  /** By a second person, on another machine's site. */
  | { readonly kind: 'approve'; readonly release: string }
  | { readonly kind: 'check' }
  /** For who has a token, without publishing it. `from`: a folder with a build. */
  | { readonly kind: 'preview'; readonly from?: string }

interface Remote {
  /** Folder here, or in another repository. */
  readonly package: string
  readonly name: RemoteName
}

export interface ReleaseCommand extends Remote {
  /** Absolute path. */
  readonly dataDir: string
  readonly wish: ReleaseRequest
  /** Without it, the site of this machine. */
  readonly site?: SiteAddress
}

/** The message is Spanish. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const RELEASE_USAGE = `pnpm release <remoto>                  construye, revisa y pone en vivo (${remotePackages.join(', ')})
pnpm release <remoto> --canary 5       lo mismo, solo en el 5 % de las pestañas (1 a 99; 0 termina la prueba)
pnpm release <remoto> --to <versión>   vuelve a una versión guardada; --to previous, a la anterior
pnpm release <remoto> --check          construye y revisa (tipos, pruebas, lo que pide el sitio); no publica nada
pnpm release <remoto> --approve <versión> --site https://…
                                       aprueba lo que publicó otra persona, si el sitio lo pide (RELEASE_APPROVAL)
pnpm release <remoto> --preview --site https://…
                                       lo mismo, sin publicarlo: lo sube por 7 días para quien tiene un token
  --from <carpeta>                     publica lo que otro paso, u otro repositorio, construyó y revisó en <carpeta>/dist
  --at <dirección>                     publica lo que está en otro servidor; la dirección es de su mf-manifest.json
  --site https://…                     publica en un sitio de otra máquina; el token va en TRAZO_RELEASE_TOKEN,
                                       o en el archivo que nombra TRAZO_RELEASE_TOKEN_FILE
  --data-dir <carpeta>                 datos del sitio (DATA_DIR, o ./data)`

export const LIST_USAGE = `pnpm releases              qué está en vivo, en prueba, de respaldo y guardado
pnpm releases --prune      además borra lo que lleva 30 días sin usarse
  --data-dir <carpeta>     datos del sitio (DATA_DIR, o ./data)`

const KNOWN = remotePackages.join(', ')

/** `mf-reports` or `mf_reports` */
export const nameOfRemote = (given: string): RemoteName => {
  const { success, output: name } = v.safeParse(RemoteNameSchema, given.replaceAll('-', '_'))
  if (!success) throw new UsageError(`${given} no es el nombre de un remoto. Aquí hay ${KNOWN}.`)
  return name
}

const remoteOf = (given: string | undefined, { kind, ...wish }: ReleaseRequest): Remote => {
  if (given === undefined) throw new UsageError('Falta el remoto.')
  const name = nameOfRemote(given)
  const folder = name.replaceAll('_', '-')
  const isBuilt = kind === 'check' || ((kind === 'build' || kind === 'preview') && !('from' in wish))
  if (isBuilt && !remotePackages.some((known) => known === folder))
    throw new UsageError(
      `Aquí no están los fuentes de ${given}: usa --from <carpeta> o --at <dirección>. Aquí hay ${KNOWN}.`,
    )
  return { package: folder, name }
}

const percentOf = (text: string): number => {
  const percent = Number(text)
  if (!/^\d{1,2}$/.test(text)) throw new UsageError(`--canary ${text}: debe ser un número de 0 a 99.`)
  return percent
}

interface ArgumentOptions {
  readonly to?: string | undefined
  readonly canary?: string | undefined
  readonly from?: string | undefined
  readonly at?: string | undefined
  readonly check?: boolean | undefined
  readonly preview?: boolean | undefined
  readonly site?: string | undefined
  readonly approve?: string | undefined
}

const sourceOf = ({ from, at, site }: ArgumentOptions) => {
  if (at === undefined) return { kind: 'build', ...(from === undefined ? {} : { from: resolve(from) }) } as const
  if (from !== undefined || site !== undefined) throw new UsageError('--at no se combina con --from ni --site.')
  return { kind: 'elsewhere', manifest: at } as const
}

const previewWish = ({ from, site, ...others }: ArgumentOptions): ReleaseRequest => {
  if (site === undefined || Object.values(others).some((given) => given !== undefined))
    throw new UsageError('--preview va con --site, y a lo sumo con --from.')
  return { kind: 'preview', ...(from === undefined ? {} : { from: resolve(from) }) }
}

/** @returns undefined without --check, --approve and --preview */
const loneWish = ({ approve, check, site, preview, ...others }: ArgumentOptions): ReleaseRequest | undefined => {
  if (preview) return previewWish({ approve, check, site, ...others })
  const isAlone = Object.values(others).every((given) => given === undefined)
  if (approve !== undefined) {
    if (check || !isAlone || site === undefined) throw new UsageError('--approve va solo con --site.')
    return { kind: 'approve', release: approve }
  }
  if (!check) return undefined
  if (!isAlone || site !== undefined) throw new UsageError('--check va solo.')
  return { kind: 'check' }
}

const wishOf = (options: ArgumentOptions): ReleaseRequest => {
  const { to, canary, from, at } = options
  const lone = loneWish(options)
  if (lone) return lone
  if (to !== undefined) {
    if (canary !== undefined || from !== undefined || at !== undefined)
      throw new UsageError('--to no se combina con --canary, --from ni --at.')
    return { kind: 'to', release: to }
  }
  const source = sourceOf(options)
  if (canary === undefined) return source
  const percent = percentOf(canary)
  if (percent > 0) return { ...source, canary: percent }
  if (from !== undefined || at !== undefined) throw new UsageError('--canary 0 no se combina con --from ni --at.')
  return { kind: 'end-canary' }
}

/** Replaces Node's English error. */
export const parseOptions = <T extends NonNullable<Parameters<typeof parseArgs>[0]>>(config: T) => {
  try {
    return parseArgs(config)
  } catch (error) {
    const option = /'(-[^' ]*)/.exec(error instanceof Error ? error.message : '')?.[1] ?? ''
    throw new UsageError(`No se entiende ${option || config.args?.join(' ')}.`)
  }
}

/** Package managers pass on their `--` separator. */
export const ownArguments = (args: readonly string[]): string[] => (args[0] === '--' ? args.slice(1) : [...args])

export const dataDirOf = (given: string | undefined, env: Readonly<Record<string, string | undefined>>): string =>
  resolve(given || env.DATA_DIR || './data')

type Variables = Readonly<Record<string, string | undefined>>

const siteOf = (address: string, env: Variables): SiteAddress => {
  try {
    return parseSite(address, env)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

export const parseRelease = (args: readonly string[], env: Variables): ReleaseCommand => {
  const text = { type: 'string' } as const
  const options = {
    to: text,
    canary: text,
    from: text,
    at: text,
    'data-dir': text,
    site: text,
    approve: text,
    check: { type: 'boolean' },
    preview: { type: 'boolean' },
  } as const
  const { values, positionals } = parseOptions({ args: ownArguments(args), allowPositionals: true, options })
  if (positionals.length > 1) throw new UsageError(`Un remoto a la vez: sobra ${positionals.slice(1).join(' ')}.`)
  const { 'data-dir': dataDir, ...wanted } = values
  const wish = wishOf(wanted)
  const remote = remoteOf(positionals[0], wish)
  const site = values.site === undefined ? {} : { site: siteOf(values.site, env) }
  return { ...remote, ...site, dataDir: dataDirOf(dataDir, env), wish }
}

interface ListCommand {
  /** Absolute path. */
  readonly dataDir: string
  readonly prune: boolean
}

export const TOKENS_USAGE = `pnpm release-tokens                              qué tokens de publicación hay
pnpm release-tokens create <remoto> <equipo>     crea uno, que solo publica ese remoto, y lo muestra una vez
pnpm release-tokens create … --preview           crea uno que solo sube y abre vistas previas de ese remoto
pnpm release-tokens revoke <número>              desde ahora ya no vale
  --data-dir <carpeta>                           datos del sitio (DATA_DIR, o ./data)`

export type TokensCommand = { readonly dataDir: string } & (
  | { readonly kind: 'list' }
  | { readonly kind: 'create'; readonly name: RemoteName; readonly owner: string; readonly isForPreviews: boolean }
  | { readonly kind: 'revoke'; readonly id: string }
)

export const parseTokens = (args: readonly string[], env: Variables): TokensCommand => {
  const options = { 'data-dir': { type: 'string' }, preview: { type: 'boolean' } } as const
  const { values, positionals } = parseOptions({ args: ownArguments(args), allowPositionals: true, options })
  const dataDir = dataDirOf(values['data-dir'], env)
  const [action, subject, owner, ...more] = positionals
  const { preview: isForPreviews = false } = values
  if (action === 'create' && subject && owner && more.length === 0)
    return { kind: 'create', name: nameOfRemote(subject), owner, isForPreviews, dataDir }
  if (isForPreviews) throw new UsageError('--preview va solo con create.')
  if (action === undefined) return { kind: 'list', dataDir }
  if (action === 'revoke' && subject && owner === undefined) return { kind: 'revoke', id: subject, dataDir }
  throw new UsageError(`No se entiende ${positionals.join(' ')}.`)
}

export const parseList = (args: readonly string[], env: Variables): ListCommand => {
  const options = { 'data-dir': { type: 'string' }, prune: { type: 'boolean' } } as const
  const { values } = parseOptions({ args: ownArguments(args), options })
  return { dataDir: dataDirOf(values['data-dir'], env), prune: values.prune ?? false }
}
