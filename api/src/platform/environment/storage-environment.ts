import { resolve, sep } from 'node:path'
import { invalidEnvironment, type S3Place, s3PlaceOf, s3Variables, textVariable, urlVariable } from 'shared/server'
import * as v from 'valibot'

/** Required for several processes. */
export const storageVariables = {
  /** PostgreSQL; default: a file in DATA_DIR. */
  DATABASE_URL: urlVariable(['postgres:', 'postgresql:'], 'debe ser una dirección postgres://'),
  ...s3Variables,
  /** Shared by all processes. */
  KEYS_DIR: textVariable,
  /** Second copies of stored files, best on another disk. */
  REPLICA_DIR: textVariable,
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
  /** Absolute. */
  readonly replicaDir: string | null
  /** Bytes per second; null: off. */
  readonly scrubRate: number | null
}

const StorageVariables = v.object(storageVariables)
type Values = v.InferOutput<typeof StorageVariables> & { readonly DATA_DIR: string }

const contains = (folder: string, path: string): boolean => `${path}${sep}`.startsWith(`${folder}${sep}`)

const replicaDirOf = ({ REPLICA_DIR, DATA_DIR }: Values): string | null => {
  if (REPLICA_DIR === undefined) return null
  const [replica, data] = [resolve(REPLICA_DIR), resolve(DATA_DIR)]
  if (contains(data, replica) || contains(replica, data))
    throw invalidEnvironment('REPLICA_DIR debe ser una carpeta fuera de DATA_DIR, que no la contenga')
  return replica
}

/** @throws EnvironmentError */
export const storageEnvironmentOf = (values: Values): StorageEnvironment => ({
  databaseUrl: values.DATABASE_URL ?? null,
  s3: s3PlaceOf(values),
  replicaDir: replicaDirOf(values),
  scrubRate: Number(values.SCRUB_KB_PER_SECOND) * 1000 || null,
})
