import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '../../src/database/open-database.ts'
import { type ChildServer, startChild } from './child-server.ts'
import { openTestStore } from './test-store.ts'

/** What outlives a process: its data directory, and its database and storage, wherever this run keeps them. */
export interface ChildHome {
  readonly dataDir: string
  /** Where database and storage are, for a process that is started otherwise. */
  readonly variables: Readonly<Record<string, string>>
  /** Starts the API on it: as `npm start` does, or as the given program. */
  start(variables?: Readonly<Record<string, string>>, main?: string): Promise<ChildServer>
  /** A connection of the test's own, to be destroyed by whoever opens it. */
  openDb(): Promise<Db>
  /** Hashes of everything that is stored. */
  stored(): Promise<string[]>
  /** Ends every process that was started on it and removes it. */
  remove(): Promise<void>
}

/** An empty one: a file and a folder, or PostgreSQL and S3 (`test-store.ts`). */
export const openChildHome = async (name = 'child'): Promise<ChildHome> => {
  const dataDir = await mkdtemp(join(tmpdir(), `trazo-${name}-`))
  const { variables, openDb, stored, drop } = await openTestStore(dataDir)
  const started: ChildServer[] = []
  return {
    dataDir,
    variables,
    openDb,
    stored,
    start: async (more = {}, main) => {
      const server = await startChild(dataDir, { ...variables, ...more }, main)
      started.push(server)
      return server
    },
    remove: async () => {
      for (const server of started) await server.kill()
      await drop()
      await rm(dataDir, { recursive: true })
    },
  }
}
