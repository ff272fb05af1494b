import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { RemoteName } from '../../shared/src/contract/site/remote.ts'
import { remotePackages } from '../workspace.ts'

export type RemotePackage = (typeof remotePackages)[number]

export type Wish =
  /** `canary` is a percentage, `from` a folder with a build. */
  | { readonly kind: 'build'; readonly canary?: number; readonly from?: string }
  | { readonly kind: 'to'; readonly release: string }
  | { readonly kind: 'end-canary' }
  /** By a second person, on another machine's site. */
  | { readonly kind: 'approve'; readonly release: string }
  /** Builds and checks; publishes nothing. */
  | { readonly kind: 'check' }

export interface Site {
  /** Without a trailing slash. */
  readonly url: string
  readonly token: string
}

export interface ReleaseCommand {
  readonly package: RemotePackage
  readonly name: RemoteName
  /** Absolute path. */
  readonly dataDir: string
  readonly wish: Wish
  /** Without it, the site of this machine. */
  readonly site?: Site
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
  --from <carpeta>                     publica lo que otro paso construyó y revisó en <carpeta>/dist
  --site https://…                     publica en un sitio de otra máquina; el token va en TRAZO_RELEASE_TOKEN,
                                       o en el archivo que nombra TRAZO_RELEASE_TOKEN_FILE
  --data-dir <carpeta>                 datos del sitio (DATA_DIR, o ./data)`

export const LIST_USAGE = `pnpm releases              qué está en vivo, en prueba, de respaldo y guardado
pnpm releases --prune      además borra lo que lleva 30 días sin usarse
  --data-dir <carpeta>     datos del sitio (DATA_DIR, o ./data)`

const names: Readonly<Record<RemotePackage, RemoteName>> = {
  'mf-auth': 'mf_auth',
  'mf-documents': 'mf_documents',
  'mf-signing': 'mf_signing',
}

const packageOf = (given: string | undefined): RemotePackage => {
  if (given === undefined) throw new UsageError('Falta el remoto.')
  const found = remotePackages.find((known) => known === given || names[known] === given)
  if (!found) throw new UsageError(`No hay un remoto ${given}. Hay ${remotePackages.join(', ')}.`)
  return found
}

const percentOf = (text: string): number => {
  const percent = Number(text)
  if (!/^\d{1,2}$/.test(text)) throw new UsageError(`--canary ${text}: debe ser un número de 0 a 99.`)
  return percent
}

interface Options {
  readonly to?: string | undefined
  readonly canary?: string | undefined
  readonly from?: string | undefined
  readonly check?: boolean | undefined
  readonly site?: string | undefined
  readonly approve?: string | undefined
}

const wishOf = ({ to, canary, from, check, site, approve }: Options): Wish => {
  if (approve !== undefined) {
    if (check || [to, canary, from].some((given) => given !== undefined) || site === undefined)
      throw new UsageError('--approve va solo con --site.')
    return { kind: 'approve', release: approve }
  }
  if (check) {
    if ([to, canary, from, site].some((given) => given !== undefined)) throw new UsageError('--check va solo.')
    return { kind: 'check' }
  }
  const given = from === undefined ? {} : { from: resolve(from) }
  if (to !== undefined) {
    if (canary !== undefined || from !== undefined) throw new UsageError('--to no se combina con --canary ni --from.')
    return { kind: 'to', release: to }
  }
  if (canary === undefined) return { kind: 'build', ...given }
  const percent = percentOf(canary)
  if (percent > 0) return { kind: 'build', canary: percent, ...given }
  if (from !== undefined) throw new UsageError('--canary 0 no se combina con --from.')
  return { kind: 'end-canary' }
}

/** Replaces Node's English error. */
const parse = <T extends NonNullable<Parameters<typeof parseArgs>[0]>>(config: T) => {
  try {
    return parseArgs(config)
  } catch (error) {
    const option = /'(-[^' ]*)/.exec(error instanceof Error ? error.message : '')?.[1] ?? ''
    throw new UsageError(`No se entiende ${option || config.args?.join(' ')}.`)
  }
}

/** Package managers pass on their `--` separator. */
const own = (args: readonly string[]): string[] => (args[0] === '--' ? args.slice(1) : [...args])

const dataDirOf = (given: string | undefined, env: Readonly<Record<string, string | undefined>>): string =>
  resolve(given || env.DATA_DIR || './data')

type Variables = Readonly<Record<string, string | undefined>>

const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))

const NO_TOKEN =
  'Falta el token: ponlo en TRAZO_RELEASE_TOKEN, o en un archivo que nombre TRAZO_RELEASE_TOKEN_FILE. Lo da quien administra el sitio.'

const tokenOf = ({ TRAZO_RELEASE_TOKEN: token, TRAZO_RELEASE_TOKEN_FILE: file }: Variables): string => {
  const found = (token || (file ? readFileSync(file, 'utf8') : '')).trim()
  if (found === '') throw new UsageError(NO_TOKEN)
  return found
}

const siteOf = (address: string, env: Variables): Site => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !isSafe(url)) throw new UsageError(`--site ${address}: debe empezar con https://.`)
  return { url: url.href.replace(/\/+$/, ''), token: tokenOf(env) }
}

/** @throws UsageError */
export const parseRelease = (args: readonly string[], env: Variables): ReleaseCommand => {
  const text = { type: 'string' } as const
  const options = {
    to: text,
    canary: text,
    from: text,
    'data-dir': text,
    site: text,
    approve: text,
    check: { type: 'boolean' },
  } as const
  const { values, positionals } = parse({ args: own(args), allowPositionals: true, options })
  if (positionals.length > 1) throw new UsageError(`Un remoto a la vez: sobra ${positionals.slice(1).join(' ')}.`)
  const found = packageOf(positionals[0])
  const command = { package: found, name: names[found], dataDir: dataDirOf(values['data-dir'], env) }
  const site = values.site === undefined ? {} : { site: siteOf(values.site, env) }
  return { ...command, ...site, wish: wishOf(values) }
}

interface ListCommand {
  /** Absolute path. */
  readonly dataDir: string
  readonly prune: boolean
}

export const TOKENS_USAGE = `pnpm release-tokens                              qué tokens de publicación hay
pnpm release-tokens create <remoto> <equipo>     crea uno, que solo publica ese remoto, y lo muestra una vez
pnpm release-tokens revoke <número>              desde ahora ya no vale
  --data-dir <carpeta>                           datos del sitio (DATA_DIR, o ./data)`

export type TokensCommand = { readonly dataDir: string } & (
  | { readonly kind: 'list' }
  | { readonly kind: 'create'; readonly name: RemoteName; readonly owner: string }
  | { readonly kind: 'revoke'; readonly id: string }
)

/** @throws UsageError */
export const parseTokens = (args: readonly string[], env: Variables): TokensCommand => {
  const options = { 'data-dir': { type: 'string' } } as const
  const { values, positionals } = parse({ args: own(args), allowPositionals: true, options })
  const dataDir = dataDirOf(values['data-dir'], env)
  const [action, subject, owner, ...more] = positionals
  if (action === undefined) return { kind: 'list', dataDir }
  if (action === 'create' && subject && owner && more.length === 0)
    return { kind: 'create', name: names[packageOf(subject)], owner, dataDir }
  if (action === 'revoke' && subject && owner === undefined) return { kind: 'revoke', id: subject, dataDir }
  throw new UsageError(`No se entiende ${positionals.join(' ')}.`)
}

/** @throws UsageError */
export const parseList = (args: readonly string[], env: Variables): ListCommand => {
  const options = { 'data-dir': { type: 'string' }, prune: { type: 'boolean' } } as const
  const { values } = parse({ args: own(args), options })
  return { dataDir: dataDirOf(values['data-dir'], env), prune: values.prune ?? false }
}
