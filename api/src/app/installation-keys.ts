import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { EnvironmentError, isMissingFile } from 'shared/server'
import type { ApiDatabase } from '../platform/database/open-database.ts'

/** SHA-256 by name; safe for 256-bit keys. */
type Fingerprints = ReadonlyMap<string, string>

/** Ignores dot files, which are incomplete. */
const fingerprintsIn = async (folder: string): Promise<Fingerprints> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissingFile(error)) return []
    throw error
  })
  const found = new Map<string, string>()
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path)
    if (!entry.isFile() || !name.endsWith('.key') || name.startsWith('.')) continue
    found.set(
      name,
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    )
  }
  return found
}

const knownTo = async (db: ApiDatabase): Promise<Fingerprints> => {
  const rows = await db.selectFrom('installation_keys').selectAll().execute()
  return new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]))
}

const keyError = (folder: string, what: string): EnvironmentError =>
  new EnvironmentError(
    `${what} en ${folder}. Todos los procesos de una instalación usan las mismas llaves: copia ahí las de la ` +
      'instalación, o indica su carpeta con KEYS_DIR.',
  )

/** @throws EnvironmentError for a missing or different key */
const compare = (folder: string, known: Fingerprints, found: Fingerprints): void => {
  for (const [name, fingerprint] of known) {
    const here = found.get(name)
    if (here === undefined) throw keyError(folder, `Falta la llave ${name}`)
    if (here !== fingerprint) throw keyError(folder, `La llave ${name} no es la de esta instalación`)
  }
}

/**
 * Compares before opening, so lost keys are not replaced, and
 * after, to record new ones.
 * @param onCreated receives the names of new keys
 * @throws EnvironmentError for foreign keys
 */
export const withInstallationKeys = async <Opened>(
  db: ApiDatabase,
  folder: string,
  open: () => Promise<Opened>,
  onCreated: (names: readonly string[]) => void,
): Promise<Opened> => {
  const known = await knownTo(db)
  compare(folder, known, await fingerprintsIn(folder))
  const opened = await open()
  const found = await fingerprintsIn(folder)
  for (const [name, fingerprint] of found)
    await db
      .insertInto('installation_keys')
      .values({ name, fingerprint })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  compare(folder, await knownTo(db), found)
  const created = [...found.keys()].filter((name) => !known.has(name))
  if (created.length > 0) onCreated(created.sort())
  return opened
}
