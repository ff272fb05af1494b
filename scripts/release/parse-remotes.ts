import type { RemoteName } from '../../shared/src/contract/site/remote.ts'
import { dataDirOf, nameOfRemote, ownArguments, parseOptions, UsageError } from './parse-arguments.ts'

export const REMOTES_USAGE = `pnpm remotes                                            qué límites tiene cada remoto, y quién los cambió
pnpm remotes budget <remoto> --route 40 --total 200     otros límites, en kB con gzip: por ruta y en todo
pnpm remotes budget <remoto> --default                  los de siempre: 30 y 150
  --data-dir <carpeta>                                  datos del sitio (DATA_DIR, o ./data)`

export type RemotesCommand = { readonly dataDir: string } & (
  | { readonly kind: 'list' }
  /** Kilobytes; undefined: the default. */
  | { readonly kind: 'budget'; readonly name: RemoteName; readonly kilobytes: BudgetKilobytes | undefined }
)

interface BudgetKilobytes {
  readonly route: number
  readonly total: number
}

const numberOf = (option: string, text: string | undefined, most: number): number => {
  const kilobytes = Number(text)
  if (text === undefined || !/^\d{1,5}$/.test(text) || kilobytes < 1 || kilobytes > most)
    throw new UsageError(`--${option} debe ser un número de kB, de 1 a ${most}.`)
  return kilobytes
}

export const parseRemotes = (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): RemotesCommand => {
  const text = { type: 'string' } as const
  const options = { 'data-dir': text, route: text, total: text, default: { type: 'boolean' } } as const
  const { values, positionals } = parseOptions({ args: ownArguments(args), allowPositionals: true, options })
  const { 'data-dir': given, route, total, default: isDefault = false } = values
  const dataDir = dataDirOf(given, env)
  const [action, subject, ...more] = positionals
  if (action === undefined && route === undefined && total === undefined && !isDefault) return { kind: 'list', dataDir }
  if (action !== 'budget' || more.length > 0) throw new UsageError(`No se entiende ${positionals.join(' ') || 'eso'}.`)
  if (subject === undefined) throw new UsageError('Falta el remoto.')
  const name = nameOfRemote(subject)
  if (!isDefault)
    return {
      kind: 'budget',
      name,
      dataDir,
      kilobytes: { route: numberOf('route', route, 1000), total: numberOf('total', total, 10_000) },
    }
  if (route !== undefined || total !== undefined)
    throw new UsageError('--default no se combina con --route ni --total.')
  return { kind: 'budget', name, dataDir, kilobytes: undefined }
}
