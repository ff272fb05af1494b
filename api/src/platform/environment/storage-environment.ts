import { invalidEnvironment, urlVariable } from 'shared/server'
import * as v from 'valibot'
import type { S3Place } from '../storage/s3-blob-store.ts'

const text = v.optional(v.pipe(v.string(), v.nonEmpty('no puede estar vacío')))

/** Required for several processes. */
export const storageVariables = {
  /** PostgreSQL; default: a file in DATA_DIR. */
  DATABASE_URL: urlVariable(['postgres:', 'postgresql:'], 'debe ser una dirección postgres://'),
  S3_ENDPOINT: urlVariable(['http:', 'https:'], 'debe ser una dirección http:// o https://'),
  S3_BUCKET: text,
  S3_REGION: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_PREFIX: v.optional(v.pipe(v.string(), v.regex(/^[\w.-][\w./-]*$/, 'solo puede tener letras, números y ._-/'))),
  /** Shared by all processes. */
  KEYS_DIR: text,
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

const NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

const StorageVariables = v.object(storageVariables)
type Values = v.InferOutput<typeof StorageVariables>

const s3Of = (values: Values): S3Place | null => {
  const missing = NEEDED.filter((name) => values[name] === undefined)
  if (missing.length === NEEDED.length) {
    if (values.S3_PREFIX !== undefined) throw invalidEnvironment('S3_PREFIX necesita S3_ENDPOINT')
    return null
  }
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_REGION || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    throw invalidEnvironment(`las variables S3_* van juntas; falta ${missing.join(', ')}`)
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    prefix: (values.S3_PREFIX ?? '').replace(/(?<=[^/])$/, '/'),
  }
}

/** @throws EnvironmentError */
export const storageEnvironmentOf = (values: Values): StorageEnvironment => ({
  databaseUrl: values.DATABASE_URL ?? null,
  s3: s3Of(values),
  scrubRate: Number(values.SCRUB_KB_PER_SECOND) * 1000 || null,
})
