import type { FastifyInstance } from 'fastify'
import { SEAL_STUCK_AFTER } from '../../domain/jobs/seal-constants.ts'
import { countTroubledJobs, describeTroubledJobs } from '../../domain/jobs/troubled-jobs.ts'
import { type Clock, SECOND_MS } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { probeDatabase } from '../../platform/database/probe-database.ts'
import { alwaysAnswered } from '../../platform/http/shed-load.ts'
import type { ApiServices } from '../../platform/services.ts'
import { REPLICA_WARNING, TIME_STAMP_WARNING } from './readiness-texts.ts'
import { type ReadinessChecks, runChecks } from './run-checks.ts'

/** Cache time in milliseconds: each check signs. */
const READINESS_LIFE = 5 * SECOND_MS

/** Concurrent calls share one result. */
const remembered = <Value>(make: () => Promise<Value>, life: number, clock: Clock): (() => Promise<Value>) => {
  let last: { at: number; value: Promise<Value> } | undefined
  return () => {
    if (last === undefined || clock() - last.at >= life) last = { at: clock(), value: make() }
    return last.value
  }
}

/** @throws Error if a document has waited longer than all attempts take */
const checkSealing = async (db: ApiDatabase, now: number): Promise<void> => {
  const stuck = await db
    .selectFrom('seal_jobs')
    .select('document_id')
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<=', now - SEAL_STUCK_AFTER)
    .limit(1)
    .executeTakeFirst()
  const failed = await db
    .selectFrom('seal_jobs')
    .innerJoin('documents', 'documents.id', 'seal_jobs.document_id')
    .select('document_id')
    .where('seal_jobs.state', '=', 'failed')
    .where('documents.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  const waiting = stuck ?? failed
  if (waiting !== undefined) throw new Error(`document ${waiting.document_id} is not sealed`)
}

const lastWasPassedOver = async (db: ApiDatabase): Promise<boolean> => {
  const newest = await db
    .selectFrom('signatures')
    .select('timestamp_source')
    .orderBy('signed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.timestamp_source === 'platform-instead'
}

const findWarnings = async (db: ApiDatabase): Promise<readonly string[]> => [
  ...((await lastWasPassedOver(db)) ? [TIME_STAMP_WARNING] : []),
  ...describeTroubledJobs(await countTroubledJobs(db)),
]

/**
 * `/healthz`: the process responds. `/readyz`: tests
 * storing, signing and sealing; otherwise 503 with messages.
 */
export const healthRoutes = (
  app: FastifyInstance,
  services: Pick<
    ApiServices,
    'db' | 'blobs' | 'signer' | 'clock' | 'every' | 'filesAreRemote' | 'mailIsAway' | 'replicaIsAway'
  >,
): void => {
  const { db, blobs, signer, clock, every, filesAreRemote: hasS3, mailIsAway, replicaIsAway } = services
  const checks: ReadinessChecks = {
    database: () => probeDatabase(db, clock()),
    files: () => blobs.probe(),
    signing: () => signer.selfTest(new Date(clock())),
    sealing: () => checkSealing(db, clock()),
    mailIsAway,
    warnings: async () => [...(replicaIsAway() ? [REPLICA_WARNING] : []), ...(await findWarnings(db))],
  }
  const readiness = remembered(() => runChecks(checks, { hasS3, every, log: app.log }), READINESS_LIFE, clock)

  const unseen = { logLevel: 'warn', schema: { hide: true }, config: alwaysAnswered } as const
  app.get('/healthz', unseen, async () => ({ status: 'ok' }))
  app.get('/readyz', unseen, async (_request, reply) => {
    const results = await readiness()
    return reply.code(results.status === 'ready' ? 200 : 503).send(results)
  })
}
