import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import type { TestServer } from './test-server.ts'

/** @returns `table: text` per occurrence */
export const scanTables = async ({ services }: TestServer, texts: readonly string[]): Promise<string[]> => {
  const { db } = services
  const tables = await db.introspection.getTables()
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    const all = JSON.stringify(rows).toLowerCase()
    found.push(...texts.filter((text) => all.includes(text.toLowerCase())).map((text) => `${name}: ${text}`))
  }
  return found
}

/** Except keys. */
export const scanFiles = async ({ dataDir }: TestServer, texts: readonly string[]): Promise<string[]> => {
  const found: string[] = []
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(dataDir, path)
    if (!entry.isFile() || name.startsWith('keys/')) continue
    const bytes = await readFile(path)
    found.push(...texts.filter((text) => name.includes(text) || bytes.includes(text)).map((text) => `${name}: ${text}`))
  }
  return found
}
