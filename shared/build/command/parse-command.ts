import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export type Target =
  /** Local: `installation` is the site's program. */
  { readonly kind: 'data-dir'; readonly dataDir: string; readonly installation: string | undefined }

export type RemoteCommand =
  | { readonly kind: 'build' }
  | { readonly kind: 'start'; readonly hosted: boolean }
  | { readonly kind: 'test'; readonly args: readonly string[] }
  | { readonly kind: 'check'; readonly site: string | undefined }
  | { readonly kind: 'release'; readonly target: Target; readonly canary: string | undefined }

/** The message is Spanish. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

const USAGE = `remote build                     construye dist/<versión>
remote check                     tipos, una sola copia de React y contrato de lo construido
  --site <URL>                   lo compara también con el shell en vivo de ese sitio
remote start                     el remoto solo; --hosted, dentro del shell de un sitio (SITE_URL)
remote test [opciones de Jest]   sus pruebas
remote release --into <carpeta>  construye, revisa, prueba y publica en los datos de un sitio de esta máquina
  --installation <carpeta>       donde está instalado ese sitio
  --canary <1 a 99>              solo en ese porcentaje de las pestañas`

const text = { type: 'string' } as const

const optionsOf = {
  build: {},
  start: { hosted: { type: 'boolean' } },
  check: { site: text },
  release: { into: text, installation: text, canary: text },
} as const

const parse = <T extends NonNullable<Parameters<typeof parseArgs>[0]>>(config: T) => {
  try {
    return parseArgs(config)
  } catch (error) {
    const option = /'(-[^' ]*)/.exec(error instanceof Error ? error.message : '')?.[1]
    throw new CommandError(`No se entiende ${option ?? config.args?.join(' ')}.\n\n${USAGE}`)
  }
}

const releaseOf = (args: readonly string[], folder: string): RemoteCommand => {
  const { into, installation, canary } = parse({ args: [...args], options: optionsOf.release }).values
  if (into === undefined) throw new CommandError(`Falta --into: dónde publicar.\n\n${USAGE}`)
  return {
    kind: 'release',
    target: {
      kind: 'data-dir',
      dataDir: resolve(folder, into),
      installation: installation === undefined ? undefined : resolve(folder, installation),
    },
    canary,
  }
}

/**
 * @param folder of the remote
 * @throws CommandError
 */
export const parseCommand = ([kind, ...args]: readonly string[], folder: string): RemoteCommand => {
  switch (kind) {
    case 'test':
      return { kind, args }
    case 'build':
      parse({ args, options: optionsOf.build })
      return { kind }
    case 'start':
      return { kind, hosted: parse({ args, options: optionsOf.start }).values.hosted ?? false }
    case 'check':
      return { kind, site: parse({ args, options: optionsOf.check }).values.site }
    case 'release':
      return releaseOf(args, folder)
    default:
      throw new CommandError(USAGE)
  }
}
