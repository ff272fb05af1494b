import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { agentKinds } from '../src/contract/index.ts'
import { logLevels } from './logging.ts'
import { baseAddressVariable, originVariable } from './url-variable.ts'

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/** The message is one Spanish line for the operator. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
}

/** @param reason Spanish; never contains values, which may be secret */
export const invalidEnvironment = (reason: string): EnvironmentError =>
  new EnvironmentError(`Configuración inválida: ${reason}.`)

const oneOf = (kinds: readonly string[]): string => new Intl.ListFormat('es', { type: 'disjunction' }).format(kinds)

const portVariable = (fallback: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'debe ser un número de puerto'),
      v.transform(Number),
      v.maxValue(65_535, 'debe ser un número de puerto (0 a 65535)'),
    ),
    String(fallback),
  )

export const textVariable = v.optional(v.pipe(v.string(), v.nonEmpty('no puede estar vacío')))

export const flagVariable = () => v.optional(v.picklist(['0', '1'], 'debe ser 0 o 1'), '0')

const ratioVariable = () =>
  v.optional(
    v.pipe(v.string(), v.regex(/^(?:0?\.\d+|0|1(?:\.0+)?)$/, 'debe ser un número de 0 a 1'), v.transform(Number)),
    '1',
  )

const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal']

/** As Fastify's `trustProxy` reads it: name, address, or network with bits or mask. */
const isNetwork = (text: string): boolean => {
  const [address = '', size, ...rest] = text.trim().split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return size === undefined && NETWORK_NAMES.includes(address)
  if (size === undefined || isIP(size) === family) return true
  return /^\d{1,3}$/.test(size) && Number(size) <= (family === 4 ? 32 : 128)
}

const networksVariable = (fallback: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => text.split(',').every(isNetwork),
        'debe ser una lista de direcciones o redes separadas por comas, como 10.0.0.5, 10.1.0.0/16 o loopback',
      ),
    ),
    fallback,
  )

export const commonVariables = {
  PORT: portVariable(3000),
  API_PORT: portVariable(8000),
  PUBLIC_URL: originVariable(),
  DATA_DIR: v.optional(v.string(), './data'),
  SIGNING_AGENT: v.optional(v.picklist(agentKinds, `debe ser ${oneOf(agentKinds)}`), 'simulated'),
  /** Addresses or `loopback`; their X-Forwarded-* headers are trusted. */
  TRUSTED_PROXIES: networksVariable('loopback'),
  /** Required to read /metrics. */
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'debe tener al menos 16 caracteres'))),
  /** Collector of traces; without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: baseAddressVariable(),
  OTEL_EXPORTER_OTLP_HEADERS: v.optional(v.string()),
  OTEL_TRACES_SAMPLER_ARG: ratioVariable(),
  LOG_LEVEL: v.optional(v.picklist(logLevels, 'debe ser fatal, error, warn, info, debug, trace o silent'), 'info'),
}

const CommonVariables = v.object(commonVariables)

export const commonEnvironmentOf = (values: v.InferOutput<typeof CommonVariables>) => ({
  /** Absolute path. */
  dataDir: resolve(values.DATA_DIR),
  signingAgent: values.SIGNING_AGENT,
  trustedProxies: values.TRUSTED_PROXIES,
  /** '' closes /metrics. */
  metricsToken: values.METRICS_TOKEN ?? '',
  logLevel: values.LOG_LEVEL,
  traces:
    values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
      ? null
      : { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: values.OTEL_TRACES_SAMPLER_ARG },
})
export type CommonEnvironment = ReturnType<typeof commonEnvironmentOf>

/**
 * Empty variables count as absent.
 * @throws EnvironmentError naming the first invalid variable
 */
export const parseVariables = <Schema extends v.GenericSchema>(
  schema: Schema,
  variables: EnvironmentVariables,
): v.InferOutput<Schema> => {
  const present = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = v.safeParse(schema, present)
  if (result.success) return result.output
  const [issue] = result.issues
  throw invalidEnvironment(`${v.getDotPath(issue)} ${issue.message}`)
}
