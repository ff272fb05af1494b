import {
  type CommonEnvironment,
  commonEnvironmentOf,
  commonVariables,
  flagVariable,
  parseVariables,
  urlVariable,
  type Variables,
} from 'shared/server'
import * as v from 'valibot'

const httpUrl = urlVariable(['http:', 'https:'], 'debe ser una dirección http:// o https://')

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
  ...commonVariables,
  /** `localhost` accepts only local connections. */
  HOST: v.optional(v.string(), 'localhost'),
  /** If it is on another machine. */
  API_URL: httpUrl,
  /** By default the site proxies the API. */
  API_HOST: httpUrl,
  /** For `?mf.mf_signing=…`; or `local`. */
  MF_OVERRIDE_ORIGINS: OverrideOrigins,
  /** Two publishers per release. */
  RELEASE_APPROVAL: flagVariable(),
})

export const settingNames: readonly string[] = Object.keys(EnvironmentSchema.entries)

export interface Environment extends CommonEnvironment {
  readonly port: number
  readonly host: string
  readonly apiUrl: string
  /** Without a trailing slash; empty for the site's origin. */
  readonly apiHost: string
  readonly publicUrl: string
  readonly overrideOrigins: readonly string[]
  readonly releaseApproval: boolean
}

/** @throws EnvironmentError */
export const parseEnvironment = (variables: Variables): Environment => {
  const values = parseVariables(EnvironmentSchema, variables)
  return {
    ...commonEnvironmentOf(values),
    port: values.PORT,
    host: values.HOST,
    apiUrl: (values.API_URL ?? `http://127.0.0.1:${values.API_PORT}`).replace(/\/+$/, ''),
    apiHost: (values.API_HOST ?? '').replace(/\/+$/, ''),
    publicUrl: values.PUBLIC_URL ?? '',
    overrideOrigins: values.MF_OVERRIDE_ORIGINS ?? [],
    releaseApproval: values.RELEASE_APPROVAL === '1',
  }
}
