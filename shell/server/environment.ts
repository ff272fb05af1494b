import { resolve } from 'node:path'
import { type AgentKind, agentKinds } from 'shared/contract'
import * as v from 'valibot'

const port = (fallback: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'debe ser un número de puerto'),
      v.transform(Number),
      v.maxValue(65_535, 'debe ser un número de puerto (0 a 65535)'),
    ),
    String(fallback),
  )

const HttpAddress = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'debe ser una dirección http'),
)

/** Any port of the developer's machine. */
const LOCAL = ['http://localhost:*', 'http://127.0.0.1:*']

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text

/** CSP sources; empty for none. */
const OverrideOrigins = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map((part) => part.trim())),
    v.check(
      (parts) => parts.every((part) => part === 'local' || (/^https?:/.test(part) && isOrigin(part))),
      "debe ser 'local' o direcciones como https://equipo.example, separadas por comas",
    ),
    v.transform((parts) => parts.flatMap((part) => (part === 'local' ? LOCAL : [part]))),
  ),
)

const EnvironmentSchema = v.object({
  PORT: port(3000),
  /** `localhost` accepts only local connections. */
  HOST: v.optional(v.string(), 'localhost'),
  API_PORT: port(8000),
  /** If the API is on another machine. */
  API_URL: v.optional(HttpAddress),
  /** Public URL; by default the site proxies the API. */
  API_HOST: v.optional(HttpAddress),
  /** Same value as the API's. */
  PUBLIC_URL: v.optional(HttpAddress),
  DATA_DIR: v.optional(v.string(), './data'),
  /**
   * Same value as the API's. Pages connect to
   * the card agent only if it is `firmador`.
   */
  SIGNING_AGENT: v.optional(v.picklist(agentKinds, `debe ser ${agentKinds.join(' o ')}`), 'simulated'),
  /**
   * Addresses (or `loopback`) whose
   * X-Forwarded-* headers are trusted.
   */
  TRUSTED_PROXIES: v.optional(v.string(), 'loopback'),
  /** Required to read /metrics. */
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'debe tener al menos 16 caracteres'))),
  /** Origins of developers' remotes (`?mf.mf_signing=…`), or `local`. */
  MF_OVERRIDE_ORIGINS: OverrideOrigins,
  LOG_LEVEL: v.optional(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'debe ser fatal, error, warn, info, debug, trace o silent',
    ),
    'info',
  ),
})

export const settingNames: readonly string[] = Object.keys(EnvironmentSchema.entries)

export interface Environment {
  readonly port: number
  readonly host: string
  readonly apiUrl: string
  /** Without a trailing slash; empty for the site's origin. */
  readonly apiHost: string
  /** Empty if unknown. */
  readonly publicUrl: string
  /** Absolute path. */
  readonly dataDir: string
  readonly signingAgent: AgentKind
  readonly trustedProxies: string
  readonly metricsToken: string
  readonly overrideOrigins: readonly string[]
  readonly logLevel: v.InferOutput<typeof EnvironmentSchema>['LOG_LEVEL']
}

/** The message is Spanish. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
}

/**
 * Treats empty variables as absent.
 *
 * @throws EnvironmentError
 */
export const parseEnvironment = (variables: Record<string, string | undefined>): Environment => {
  const present = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = v.safeParse(EnvironmentSchema, present)
  if (!result.success) {
    const [issue] = result.issues
    throw new EnvironmentError(`Configuración inválida: ${v.getDotPath(issue)} ${issue.message}.`)
  }
  const values = result.output
  return {
    port: values.PORT,
    host: values.HOST,
    apiUrl: (values.API_URL ?? `http://127.0.0.1:${values.API_PORT}`).replace(/\/+$/, ''),
    apiHost: (values.API_HOST ?? '').replace(/\/+$/, ''),
    publicUrl: values.PUBLIC_URL ?? '',
    dataDir: resolve(values.DATA_DIR),
    signingAgent: values.SIGNING_AGENT,
    trustedProxies: values.TRUSTED_PROXIES,
    metricsToken: values.METRICS_TOKEN ?? '',
    overrideOrigins: values.MF_OVERRIDE_ORIGINS ?? [],
    logLevel: values.LOG_LEVEL,
  }
}
