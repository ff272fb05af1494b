import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError } from './command-error.ts'
import { parseSite, type SiteAddress } from './parse-site.ts'

/** Where a release goes: a data directory of this machine, or a site by HTTP. */
export type ReleaseTarget =
  /** Of this machine: `installation` is the site's program. */
  | { readonly kind: 'data-dir'; readonly dataDir: string; readonly installation: string | undefined }
  | { readonly kind: 'site'; readonly site: SiteAddress }

/** What the program `remote` was asked to do. */
export type RemoteCommand =
  | { readonly kind: 'build' }
  | { readonly kind: 'start'; readonly hosted: boolean }
  | { readonly kind: 'test'; readonly args: readonly string[] }
  | { readonly kind: 'check'; readonly site: string | undefined }
  /** `canary` is a percentage. */
  | { readonly kind: 'release'; readonly target: ReleaseTarget; readonly canary: number | undefined }
  /** Not published; for who has a token. */
  | { readonly kind: 'preview'; readonly site: SiteAddress }

type Variables = Readonly<Record<string, string | undefined>>

const USAGE = `remote build                     construye dist/<versión>
remote check                     tipos, una sola copia de React y contrato de lo construido
  --site <URL>                   lo compara también con el shell en vivo de ese sitio
remote start                     el remoto solo; --hosted, dentro del shell de un sitio (SITE_URL)
remote test [opciones de Jest]   sus pruebas
remote release                   construye, revisa, prueba y publica
  --site https://…               en ese sitio; el token va en TRAZO_RELEASE_TOKEN,
                                 o en el archivo que nombra TRAZO_RELEASE_TOKEN_FILE
  --into <carpeta>               en los datos de un sitio de esta máquina
  --installation <carpeta>       donde está instalado ese sitio
  --canary <1 a 99>              solo en ese porcentaje de las pestañas
  --preview                      con --site: no publica; lo sube por 7 días para quien tiene un token`

const text = { type: 'string' } as const

const commandOptions = {
  build: {},
  start: { hosted: { type: 'boolean' } },
  check: { site: text },
  release: { site: text, into: text, installation: text, canary: text, preview: { type: 'boolean' } },
} as const

const usage = (what: string): CommandError => new CommandError(`${what}\n\n${USAGE}`)

const parse = <T extends NonNullable<Parameters<typeof parseArgs>[0]>>(config: T) => {
  try {
    return parseArgs(config)
  } catch (error) {
    const option = /'(-[^' ]*)/.exec(error instanceof Error ? error.message : '')?.[1]
    throw usage(`No se entiende ${option ?? config.args?.join(' ')}.`)
  }
}

const siteOf = (address: string, env: Variables): SiteAddress => {
  try {
    return parseSite(address, env)
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error))
  }
}

const percentOf = (given: string): number => {
  if (!/^[1-9]\d?$/.test(given)) throw usage(`--canary ${given}: debe ser un número de 1 a 99.`)
  return Number(given)
}

const releaseOf = (args: readonly string[], folder: string, env: Variables): RemoteCommand => {
  const options = parse({ args: [...args], options: commandOptions.release }).values
  const { site, into, installation, canary, preview } = options
  if (preview) {
    if (site === undefined || into !== undefined || installation !== undefined || canary !== undefined)
      throw usage('--preview va solo con --site.')
    return { kind: 'preview', site: siteOf(site, env) }
  }
  if ((site === undefined) === (into === undefined)) throw usage('Dónde publicar: --site o --into.')
  const target: ReleaseTarget =
    site === undefined
      ? {
          kind: 'data-dir',
          dataDir: resolve(folder, into ?? ''),
          installation: installation === undefined ? undefined : resolve(folder, installation),
        }
      : { kind: 'site', site: siteOf(site, env) }
  return { kind: 'release', target, canary: canary === undefined ? undefined : percentOf(canary) }
}

/**
 * @param folder of the remote
 * @throws CommandError
 */
export const parseRemoteCommand = (
  [kind, ...args]: readonly string[],
  folder: string,
  env: Variables = process.env,
): RemoteCommand => {
  switch (kind) {
    case 'test':
      return { kind, args }
    case 'build':
      parse({ args, options: commandOptions.build })
      return { kind }
    case 'start':
      return { kind, hosted: parse({ args, options: commandOptions.start }).values.hosted ?? false }
    case 'check':
      return { kind, site: parse({ args, options: commandOptions.check }).values.site }
    case 'release':
      return releaseOf(args, folder, env)
    default:
      throw new CommandError(USAGE)
  }
}
