import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { flagVariable, invalidEnvironment, isBaseAddress, textVariable } from 'shared/server'
import * as v from 'valibot'

const whole = v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'debe ser un número'), v.transform(Number)))

export const fvaVariables = {
  /** BCCR's, up to `/FVA/`. */
  FVA_BASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (address) =>
          URL.canParse(address) &&
          new URL(address).protocol === 'https:' &&
          isBaseAddress(address) &&
          address.endsWith('/'),
        'debe ser una dirección https:// que termina en /, sin usuario, consulta (?) ni fragmento (#)',
      ),
    ),
  ),
  FVA_TEST: flagVariable(),
  FVA_NEGOCIO: whole,
  FVA_ENTIDAD: whole,
  FVA_CERT: textVariable,
  FVA_KEY: textVariable,
  FVA_CA: textVariable,
  FVA_CALLBACK_PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'debe ser un número de puerto'),
      v.transform(Number),
      v.maxValue(65_535, 'debe ser un número de puerto (0 a 65535)'),
    ),
  ),
  FVA_CALLBACK_HOST: v.optional(v.string(), '0.0.0.0'),
  FVA_CALLBACK_CERT: textVariable,
  FVA_CALLBACK_KEY: textVariable,
  FVA_CALLBACK_CA: textVariable,
  /** Common name in BCCR's client certificate. */
  FVA_CALLBACK_NAME: textVariable,
  /** Instead: set by a proxy that checks the certificate. */
  FVA_CALLBACK_HEADER: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z][a-z\d-]{1,60}$/i, 'debe ser el nombre de un encabezado'), v.toLowerCase()),
  ),
  FVA_CALLBACK_SECRET_FILE: textVariable,
  FVA_CALLBACK_PROXIES: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) => list.split(',').map((address) => address.trim())),
      v.check(
        (list) => list.every((address) => isIP(address) !== 0),
        'debe ser una lista de direcciones IP separadas por comas',
      ),
    ),
  ),
}

interface MutualTlsFiles {
  readonly cert: string
  readonly key: string
  readonly ca: string
}

export type FvaCallback =
  | ({ readonly kind: 'tls'; readonly port: number; readonly host: string; readonly name: string } & MutualTlsFiles)
  | {
      readonly kind: 'proxy'
      readonly header: string
      readonly secretFile: string
      readonly proxies: readonly string[]
    }

export interface FvaEnvironment extends MutualTlsFiles {
  readonly baseUrl: string
  readonly isTest: boolean
  readonly business: number
  readonly entity: number
  readonly callback: FvaCallback
}

const FvaVariables = v.object(fvaVariables)
type Values = v.InferOutput<typeof FvaVariables>

const needed = <Name extends keyof Values>(values: Values, name: Name, why: string): NonNullable<Values[Name]> => {
  const value = values[name]
  if (value === undefined || value === null) throw invalidEnvironment(`${why} necesita ${name}`)
  return value
}

const AGENT = 'SIGNING_AGENT=fva'

const proxyOf = (values: Values, header: string): FvaCallback => {
  if (values.FVA_CALLBACK_PORT !== undefined)
    throw invalidEnvironment('FVA_CALLBACK_PORT y FVA_CALLBACK_HEADER no van juntas')
  return {
    kind: 'proxy',
    header,
    secretFile: resolve(needed(values, 'FVA_CALLBACK_SECRET_FILE', 'FVA_CALLBACK_HEADER')),
    proxies: needed(values, 'FVA_CALLBACK_PROXIES', 'FVA_CALLBACK_HEADER'),
  }
}

const callbackOf = (values: Values): FvaCallback => {
  const { FVA_CALLBACK_HEADER: header, FVA_CALLBACK_PORT: port } = values
  if (header !== undefined) return proxyOf(values, header)
  if (port === undefined) throw invalidEnvironment(`${AGENT} necesita FVA_CALLBACK_PORT o FVA_CALLBACK_HEADER`)
  const file = (name: 'FVA_CALLBACK_CERT' | 'FVA_CALLBACK_KEY' | 'FVA_CALLBACK_CA') =>
    resolve(needed(values, name, 'FVA_CALLBACK_PORT'))
  return {
    kind: 'tls',
    port,
    host: values.FVA_CALLBACK_HOST,
    name: needed(values, 'FVA_CALLBACK_NAME', 'FVA_CALLBACK_PORT'),
    cert: file('FVA_CALLBACK_CERT'),
    key: file('FVA_CALLBACK_KEY'),
    ca: file('FVA_CALLBACK_CA'),
  }
}

export const fvaEnvironmentOf = (values: Values): FvaEnvironment => ({
  baseUrl: needed(values, 'FVA_BASE_URL', AGENT),
  isTest: values.FVA_TEST === '1',
  business: needed(values, 'FVA_NEGOCIO', AGENT),
  entity: needed(values, 'FVA_ENTIDAD', AGENT),
  cert: resolve(needed(values, 'FVA_CERT', AGENT)),
  key: resolve(needed(values, 'FVA_KEY', AGENT)),
  ca: resolve(needed(values, 'FVA_CA', AGENT)),
  callback: callbackOf(values),
})
