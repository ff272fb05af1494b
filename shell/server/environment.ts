import {
  baseAddressVariable,
  commonEnvironmentOf,
  commonVariables,
  type EnvironmentVariables,
  flagVariable,
  originVariable,
  parseVariables,
  s3PlaceOf,
  s3Variables,
} from 'shared/server'
import * as v from 'valibot'
import type { HealthThresholds } from './release-health/verdict.ts'

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

const numberVariable = (fallback: number, least: number, most: number, pattern = /^\d+$/) => {
  const message = `debe ser un número de ${least} a ${most}`
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(pattern, message),
      v.transform(Number),
      v.minValue(least, message),
      v.maxValue(most, message),
    ),
    String(fallback),
  )
}

const EnvironmentSchema = v.object({
  ...commonVariables,
  ...s3Variables,
  /** `localhost` accepts only local connections. */
  HOST: v.optional(v.string(), 'localhost'),
  API_URL: originVariable(),
  /** By default the site proxies the API. */
  API_HOST: baseAddressVariable(),
  /** For `?mf.mf_signing=…`; or `local`. */
  MF_OVERRIDE_ORIGINS: OverrideOrigins,
  /** Two publishers per release. */
  RELEASE_APPROVAL: flagVariable(),
  SOURCE_MAPS: flagVariable(),
  /** Pages report positions of errors in their releases. */
  ERROR_FINGERPRINTS: flagVariable(),
  /** 0: releases change by hand alone. */
  JUDGE_RELEASES: v.optional(v.picklist(['0', '1'], 'debe ser 0 o 1'), '1'),
  JUDGE_FACTOR: numberVariable(1.5, 1, 100, /^\d+(\.\d+)?$/),
  JUDGE_MIN_LOADS: numberVariable(200, 1, 100_000),
  JUDGE_DISTRUSTED_GROUPS: numberVariable(3, 0, 16),
})

export const settingNames: readonly string[] = Object.keys(EnvironmentSchema.entries)

const ruleOf = (values: v.InferOutput<typeof EnvironmentSchema>): HealthThresholds | undefined =>
  values.JUDGE_RELEASES === '0'
    ? undefined
    : {
        factor: values.JUDGE_FACTOR,
        minLoads: values.JUDGE_MIN_LOADS,
        distrustedGroups: values.JUDGE_DISTRUSTED_GROUPS,
      }

export const parseSiteEnvironment = (variables: EnvironmentVariables) => {
  const values = parseVariables(EnvironmentSchema, variables)
  const overrideOrigins: readonly string[] = values.MF_OVERRIDE_ORIGINS ?? []
  return {
    ...commonEnvironmentOf(values),
    port: values.PORT,
    host: values.HOST,
    apiUrl: (values.API_URL ?? `http://127.0.0.1:${values.API_PORT}`).replace(/\/+$/, ''),
    /** Without a trailing slash; empty for the site's origin. */
    apiHost: (values.API_HOST ?? '').replace(/\/+$/, ''),
    publicUrl: values.PUBLIC_URL ?? '',
    overrideOrigins,
    releaseApproval: values.RELEASE_APPROVAL === '1',
    /** Null: releases are in DATA_DIR alone. */
    s3: s3PlaceOf(values),
    errorFingerprints: values.ERROR_FINGERPRINTS === '1',
    sourceMaps: values.SOURCE_MAPS === '1',
    rule: ruleOf(values),
  }
}
export type SiteEnvironment = ReturnType<typeof parseSiteEnvironment>
