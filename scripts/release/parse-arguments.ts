import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { type RemoteName, RemoteNameSchema } from '../../shared/src/contract/site/remote.ts'
import { remotePackages } from '../workspace.ts'

export type Wish =
  /** `canary` is a percentage, `from` a folder with a build. */
  | { readonly kind: 'build'; readonly canary?: number; readonly from?: string }
  /** `manifest` is an address on another origin. */
  | { readonly kind: 'elsewhere'; readonly canary?: number; readonly manifest: string }
  | { readonly kind: 'to'; readonly release: string }
  | { readonly kind: 'end-canary' }

interface Remote {
  /** Folder here, or in another repository. */
  readonly package: string
  readonly name: RemoteName
}

export interface ReleaseCommand extends Remote {
  /** Absolute path. */
  readonly dataDir: string
  readonly wish: Wish
}

/** The message is Spanish. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const RELEASE_USAGE = `pnpm release <remoto>                  construye, revisa y pone en vivo (${remotePackages.join(', ')})
pnpm release <remoto> --canary 5       lo mismo, solo en el 5 % de las pestañas (1 a 99; 0 termina la prueba)
pnpm release <remoto> --to <versión>   vuelve a una versión guardada; --to previous, a la anterior
  --from <carpeta>                     publica lo que otro paso, u otro repositorio, dejó construido en <carpeta>/dist
  --at <dirección>                     publica lo que está en otro servidor; la dirección es de su mf-manifest.json
  --data-dir <carpeta>                 datos del sitio (DATA_DIR, o ./data)`

export const LIST_USAGE = `pnpm releases              qué está en vivo, en prueba, de respaldo y guardado
pnpm releases --prune      además borra lo que lleva 30 días sin usarse
  --data-dir <carpeta>     datos del sitio (DATA_DIR, o ./data)`

/** `mf-reports` or `mf_reports` */
const remoteOf = (given: string | undefined, { kind, ...wish }: Wish): Remote => {
  if (given === undefined) throw new UsageError('Falta el remoto.')
  const folder = given.replaceAll('_', '-')
  const { success, output: name } = v.safeParse(RemoteNameSchema, folder.replaceAll('-', '_'))
  const known = remotePackages.join(', ')
  if (!success) throw new UsageError(`${given} no es el nombre de un remoto. Aquí hay ${known}.`)
  if (kind === 'build' && !('from' in wish) && !remotePackages.some((known) => known === folder))
    throw new UsageError(
      `Aquí no están los fuentes de ${given}: usa --from <carpeta> o --at <dirección>. Aquí hay ${known}.`,
    )
  return { package: folder, name }
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
  readonly at?: string | undefined
}

const sourceOf = ({ from, at }: Options) => {
  if (at === undefined) return { kind: 'build', ...(from === undefined ? {} : { from: resolve(from) }) } as const
  if (from !== undefined) throw new UsageError('--at no se combina con --from.')
  return { kind: 'elsewhere', manifest: at } as const
}

const wishOf = (options: Options): Wish => {
  const { to, canary, from, at } = options
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

/** @throws UsageError */
export const parseRelease = (args: readonly string[], env: Variables): ReleaseCommand => {
  const text = { type: 'string' } as const
  const options = { to: text, canary: text, from: text, at: text, 'data-dir': text }
  const { values, positionals } = parse({ args: own(args), allowPositionals: true, options })
  if (positionals.length > 1) throw new UsageError(`Un remoto a la vez: sobra ${positionals.slice(1).join(' ')}.`)
  const wish = wishOf(values)
  return { ...remoteOf(positionals[0], wish), dataDir: dataDirOf(values['data-dir'], env), wish }
}

interface ListCommand {
  /** Absolute path. */
  readonly dataDir: string
  readonly prune: boolean
}

/** @throws UsageError */
export const parseList = (args: readonly string[], env: Variables): ListCommand => {
  const options = { 'data-dir': { type: 'string' }, prune: { type: 'boolean' } } as const
  const { values } = parse({ args: own(args), options })
  return { dataDir: dataDirOf(values['data-dir'], env), prune: values.prune ?? false }
}
