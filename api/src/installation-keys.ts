import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Db } from './database/open-database.ts'
import { EnvironmentError } from './environment-error.ts'

/** What a key is known by without being shown: name and SHA-256. They have 256 bits, so nobody guesses one from it. */
type Fingerprints = ReadonlyMap<string, string>

/** Every key of the folder. What begins with a dot was never finished. */
const fingerprintsIn = async (folder: string): Promise<Fingerprints> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
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

const knownTo = async (db: Db): Promise<Fingerprints> => {
  const rows = await db.selectFrom('installation_keys').selectAll().execute()
  return new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]))
}

const refuse = (folder: string, what: string): EnvironmentError =>
  new EnvironmentError(
    `${what} en ${folder}. Todos los procesos de una instalación usan las mismas llaves: copia ahí las de la ` +
      'instalación, o indica su carpeta con KEYS_DIR.',
  )

/**
 * Refuses to work with other keys than the installation's: what they sign or issue nobody else would know.
 * @throws EnvironmentError where a key is missing or another one
 */
const compare = (folder: string, known: Fingerprints, found: Fingerprints): void => {
  for (const [name, fingerprint] of known) {
    const here = found.get(name)
    if (here === undefined) throw refuse(folder, `Falta la llave ${name}`)
    if (here !== fingerprint) throw refuse(folder, `La llave ${name} no es la de esta instalación`)
  }
}

/**
 * Makes or opens the keys in a folder by `open`, and holds them against what the database remembers: before, so that
 * none is made in the place of a lost one, and afterwards, so that the ones that were made are remembered.
 * @param onCreated hears the names of those that the database did not know
 * @throws EnvironmentError where they are not the installation's
 */
export const withInstallationKeys = async <Opened>(
  db: Db,
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
