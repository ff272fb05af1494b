import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Clock, SECOND } from '../clock.ts'
import type { Services } from '../services.ts'

/** How long an answer about readiness is given again, in milliseconds: each one costs a signature. */
const READINESS_LIFE = 5 * SECOND

type Check = () => Promise<unknown>
export type Readiness = Readonly<Record<string, 'ok' | 'failed'>>

const runChecks = async (app: FastifyInstance, checks: Readonly<Record<string, Check>>): Promise<Readiness> => {
  const results: Record<string, 'ok' | 'failed'> = {}
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check()
      results[name] = 'ok'
    } catch (error) {
      app.log.error({ err: error, check: name }, 'readiness check failed')
      results[name] = 'failed'
    }
  }
  return results
}

/** Runs at most once within its life, however many ask at the same time. */
const remembered = <Value>(make: () => Promise<Value>, life: number, clock: Clock): (() => Promise<Value>) => {
  let last: { at: number; value: Promise<Value> } | undefined
  return () => {
    if (last === undefined || clock() - last.at >= life) last = { at: clock(), value: make() }
    return last.value
  }
}

/** The data directory takes a file. */
const writeProbe = async (dataDir: string): Promise<void> => {
  const path = join(dataDir, 'tmp', randomUUID())
  await writeFile(path, 'probe', { flush: true })
  await rm(path)
}

/** `/healthz`: the process answers. `/readyz`: it can store and sign; it has just done so. */
export const healthRoutes = (
  app: FastifyInstance,
  { db, signer, clock }: Pick<Services, 'db' | 'signer' | 'clock'>,
  dataDir: string,
): void => {
  const checks = {
    database: () => sql`select 1`.execute(db),
    disk: () => writeProbe(dataDir),
    signing: () => signer.canary(new Date(clock())),
  }
  const readiness = remembered(() => runChecks(app, checks), READINESS_LIFE, clock)

  app.get('/healthz', { logLevel: 'warn', schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'warn', schema: { hide: true } }, async (_request, reply) => {
    const results = await readiness()
    const ready = Object.values(results).every((result) => result === 'ok')
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not-ready', checks: results })
  })
}
