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

/** Stands for whatever listens on the developer's own machine. */
const LOCAL = ['http://localhost:*', 'http://127.0.0.1:*']

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text

/** As a content security policy names them; empty for none. */
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
  /** Where the site listens; `localhost` is reachable from this machine alone. */
  HOST: v.optional(v.string(), 'localhost'),
  API_PORT: port(8000),
  /** Address of the API, when it is not on this machine. */
  API_URL: v.optional(HttpAddress),
  /** Address at which browsers reach the API ({host}); without it they ask the site, which passes the call on. */
  API_HOST: v.optional(HttpAddress),
  /** As the API has it: where people reach the site. */
  PUBLIC_URL: v.optional(HttpAddress),
  DATA_DIR: v.optional(v.string(), './data'),
  /** As the API has it: the pages may talk to the program of the cards only where people sign with them. */
  SIGNING_AGENT: v.optional(v.picklist(agentKinds, `debe ser ${agentKinds.join(' o ')}`), 'simulated'),
  /** Addresses (or `loopback`) whose X-Forwarded-* headers are believed: the TLS proxy in front. */
  TRUSTED_PROXIES: v.optional(v.string(), 'loopback'),
  /** Whoever knows it may read /metrics; without it nobody may. */
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'debe tener al menos 16 caracteres'))),
  /** Where developers may load a remote from (`?mf.mf_signing=…`): `local` and further origins. Nowhere without it. */
  MF_OVERRIDE_ORIGINS: OverrideOrigins,
  LOG_LEVEL: v.optional(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'debe ser fatal, error, warn, info, debug, trace o silent',
    ),
    'info',
  ),
})

/** Names of the variables that are known here. */
export const settingNames: readonly string[] = Object.keys(EnvironmentSchema.entries)

/** What the site server learns from its environment, parsed once at start. */
export interface Environment {
  readonly port: number
  readonly host: string
  readonly apiUrl: string
  /** Where browsers reach the API, without a slash at its end; empty for the site's own origin. */
  readonly apiHost: string
  /** Where people reach the site; empty where nobody says so. */
  readonly publicUrl: string
  /** Absolute. */
  readonly dataDir: string
  readonly signingAgent: AgentKind
  readonly trustedProxies: string
  /** '' for nobody. */
  readonly metricsToken: string
  /** Where a page may load a developer's remote from, as a content security policy names it. */
  readonly overrideOrigins: readonly string[]
  readonly logLevel: v.InferOutput<typeof EnvironmentSchema>['LOG_LEVEL']
}

/** A variable that cannot be used; the message is one Spanish line for whoever starts the server. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
}

/**
 * Parses the environment; empty variables count as absent.
 *
 * @throws EnvironmentError naming the first variable that is wrong
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
