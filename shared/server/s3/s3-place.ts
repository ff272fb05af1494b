import * as v from 'valibot'
import { invalidEnvironment, textVariable } from '../environment.ts'
import { baseAddressVariable } from '../url-variable.ts'

export interface S3Place {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Key prefix, possibly empty. */
  readonly prefix: string
}

export const s3Variables = {
  S3_ENDPOINT: baseAddressVariable(),
  S3_BUCKET: textVariable,
  S3_REGION: textVariable,
  S3_ACCESS_KEY_ID: textVariable,
  S3_SECRET_ACCESS_KEY: textVariable,
  S3_PREFIX: v.optional(v.pipe(v.string(), v.regex(/^[\w.-][\w./-]*$/, 'solo puede tener letras, números y ._-/'))),
}

const S3Variables = v.object(s3Variables)
type Values = v.InferOutput<typeof S3Variables>

const NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** @throws EnvironmentError */
export const s3PlaceOf = (values: Values): S3Place | null => {
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
