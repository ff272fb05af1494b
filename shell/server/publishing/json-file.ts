import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { isMissing, releasesFolder, replaceFile } from '../registry/registry-file.ts'
import { ReleaseError } from '../registry/release-error.ts'
import { withLock } from '../registry/with-lock.ts'

interface JsonFile<T> {
  /** @throws ReleaseError `damaged` */
  read(dataDir: string): Promise<T>
  /** Atomic, also between processes. */
  edit<R>(dataDir: string, change: (before: T) => readonly [after: T, result: R]): Promise<R>
}

const LOCK_TIMEOUT_MS = 10_000
const OWN_FILE = 0o600

/** A small file next to the registry, which only its owner reads. */
export const jsonFile = <S extends v.GenericSchema>(
  name: string,
  schema: S,
  empty: v.InferOutput<S>,
): JsonFile<v.InferOutput<S>> => {
  const fileOf = (dataDir: string): string => join(releasesFolder(dataDir), name)
  const read = async (dataDir: string): Promise<v.InferOutput<S>> => {
    try {
      return v.parse(schema, JSON.parse(await readFile(fileOf(dataDir), 'utf8')))
    } catch (error) {
      if (isMissing(error)) return empty
      throw new ReleaseError('damaged', `${name} no se puede leer. Restáuralo de un respaldo, o bórralo.`)
    }
  }
  return {
    read,
    edit: (dataDir, change) =>
      withLock(`${fileOf(dataDir)}.lock`, LOCK_TIMEOUT_MS, async () => {
        const [after, result] = change(await read(dataDir))
        await replaceFile(fileOf(dataDir), `${JSON.stringify(after, undefined, 2)}\n`, OWN_FILE)
        return result
      }),
  }
}
