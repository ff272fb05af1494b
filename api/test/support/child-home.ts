import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiDatabase } from '../../src/platform/database/open-database.ts'
import { type ChildServer, startChild } from './child-server.ts'
import { openTestStore } from './test-store.ts'

/** Data that outlives a process. */
export interface ChildHome {
  readonly dataDir: string
  readonly variables: Readonly<Record<string, string>>
  /** Runs `main`, by default like `npm start`, and with `through` by another program (`startChild`). */
  start(variables?: Readonly<Record<string, string>>, main?: string, through?: readonly string[]): Promise<ChildServer>
  openDb(): Promise<ApiDatabase>
  stored(): Promise<string[]>
  remove(): Promise<void>
}

/** Uses the run's store (`test-store.ts`). */
export const openChildHome = async (name = 'child'): Promise<ChildHome> => {
  const dataDir = await mkdtemp(join(tmpdir(), `trazo-${name}-`))
  const { variables, openDb, stored, drop } = await openTestStore(dataDir)
  const started: ChildServer[] = []
  return {
    dataDir,
    variables,
    openDb,
    stored,
    start: async (more = {}, main, through) => {
      const server = await startChild(dataDir, { ...variables, ...more }, main, through)
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
