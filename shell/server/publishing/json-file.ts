import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissingFile } from 'shared/server'
import * as v from 'valibot'
import { releasesFolder, replaceFile } from '../registry/registry-file.ts'
import { ReleaseError } from '../registry/release-error.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import { withLock } from '../registry/with-lock.ts'

const LOCK_TIMEOUT_MS = 10_000
const ATTEMPTS = 5
const OWN_FILE = 0o600

/** A site on another machine may be faster. */
const untilFirst = async <R>(edit: () => Promise<R>, attempts = ATTEMPTS): Promise<R> => {
  try {
    return await edit()
  } catch (error) {
    if (attempts === 1 || !(error instanceof ReleaseError) || error.problem !== 'busy') throw error
    return untilFirst(edit, attempts - 1)
  }
}

/** A small file next to the registry, which only its owner reads. */
export const jsonFile = <S extends v.GenericSchema>(name: string, schema: S, empty: v.InferOutput<S>) => {
  const fileOf = (dataDir: string): string => join(releasesFolder(dataDir), name)
  const parse = (text: string): v.InferOutput<S> => {
    try {
      return v.parse(schema, JSON.parse(text))
    } catch {
      throw new ReleaseError('damaged', `${name} no se puede leer. Restáuralo de un respaldo, o bórralo.`)
    }
  }
  const load = async ({ dataDir, shared }: ReleaseStore) => {
    const document = await shared?.readDocument(name)
    if (typeof document === 'object') return { value: parse(document.text), version: document.version }
    const text = await readFile(fileOf(dataDir), 'utf8').catch((error: unknown) => {
      if (isMissingFile(error)) return undefined
      throw error
    })
    return { value: text === undefined ? empty : parse(text) }
  }
  const save = ({ dataDir, shared }: ReleaseStore, value: v.InferOutput<S>, version?: string): Promise<void> => {
    const text = `${JSON.stringify(value, undefined, 2)}\n`
    return shared ? shared.replaceDocument(name, text, version) : replaceFile(fileOf(dataDir), text, OWN_FILE)
  }
  return {
    /** @throws ReleaseError `damaged` */
    read: async (store: ReleaseStore): Promise<v.InferOutput<S>> => (await load(store)).value,
    /** Atomic, also between processes. */
    edit: <R>(
      store: ReleaseStore,
      change: (before: v.InferOutput<S>) => readonly [after: v.InferOutput<S>, result: R],
    ): Promise<R> =>
      withLock(`${fileOf(store.dataDir)}.lock`, LOCK_TIMEOUT_MS, () =>
        untilFirst(async () => {
          const { value, version } = await load(store)
          const [after, result] = change(value)
          await save(store, after, version)
          return result
        }),
      ),
  }
}
