import { type S3Place, s3PlaceOf, s3Variables, textVariable, urlVariable } from 'shared/server'
import * as v from 'valibot'

/** Required for several processes. */
export const storageVariables = {
  /** PostgreSQL; default: a file in DATA_DIR. */
  DATABASE_URL: urlVariable(['postgres:', 'postgresql:'], 'debe ser una dirección postgres://'),
  ...s3Variables,
  /** Shared by all processes. */
  KEYS_DIR: textVariable,
  /** Of all processes together; 0: off. */
  SCRUB_KB_PER_SECOND: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,7}$/, 'debe ser un número entero (0: nunca)')),
    '1000',
  ),
}

export interface StorageEnvironment {
  /** Contains a password. */
  readonly databaseUrl: string | null
  readonly s3: S3Place | null
  /** Bytes per second; null: off. */
  readonly scrubRate: number | null
}

const StorageVariables = v.object(storageVariables)
type Values = v.InferOutput<typeof StorageVariables>

/** @throws EnvironmentError */
export const storageEnvironmentOf = (values: Values): StorageEnvironment => ({
  databaseUrl: values.DATABASE_URL ?? null,
  s3: s3PlaceOf(values),
  scrubRate: Number(values.SCRUB_KB_PER_SECOND) * 1000 || null,
})
