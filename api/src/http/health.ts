import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Clock, SECOND } from '../clock.ts'
import type { Db } from '../database/open-database.ts'
import { alwaysAnswered } from '../load/shed-load.ts'
import { SEAL_STUCK_AFTER } from '../sealing/constants.ts'
import type { Services } from '../services.ts'

/** How long an answer about readiness is given again, in milliseconds: each one costs a signature. */
const READINESS_LIFE = 5 * SECOND

type Check = () => Promise<unknown>

/** What each check is about, for whoever is called at night. */
const problemTexts = {
  database: 'La base de datos no responde: nadie puede entrar, leer ni firmar.',
  disk: 'El almacenamiento no admite archivos nuevos (¿disco lleno o sin permisos?): nadie puede subir ni firmar.',
  signing: 'La firma de prueba falló: nadie puede firmar. Revisa las claves, los certificados y la hora del servidor.',
  sealing: 'Hay documentos firmados por todas las personas que no se logran cerrar. Sus dueños pueden reintentarlo.',
} as const
type CheckName = keyof typeof problemTexts

/** What does not keep anybody from signing and yet should be looked at. */
const TIME_STAMP_WARNING =
  'La autoridad de sellado de tiempo configurada no respondió la última vez: se usó la de la plataforma.'

interface Readiness {
  readonly status: 'ready' | 'not-ready'
  readonly checks: Readonly<Record<CheckName, 'ok' | 'failed'>>
  /** In plain words, for people. */
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

const passes = async (app: FastifyInstance, name: CheckName, check: Check): Promise<boolean> => {
  try {
    await check()
    return true
  } catch (error) {
    app.log.error({ err: error, check: name }, 'readiness check failed')
    return false
  }
}

const checkNames: readonly CheckName[] = ['database', 'disk', 'signing', 'sealing']

const runChecks = async (
  app: FastifyInstance,
  checks: Readonly<Record<CheckName, Check>>,
  usesOtherTimeStamps: () => Promise<boolean>,
): Promise<Readiness> => {
  const results: Record<CheckName, 'ok' | 'failed'> = { database: 'ok', disk: 'ok', signing: 'ok', sealing: 'ok' }
  for (const name of checkNames) if (!(await passes(app, name, checks[name]))) results[name] = 'failed'
  const failed = checkNames.filter((name) => results[name] === 'failed')
  const passedOver = results.database === 'ok' && (await usesOtherTimeStamps())
  return {
    status: failed.length === 0 ? 'ready' : 'not-ready',
    checks: results,
    problems: failed.map((name) => problemTexts[name]),
    warnings: passedOver ? [TIME_STAMP_WARNING] : [],
  }
}

/** Runs at most once within its life, however many ask at the same time. */
const remembered = <Value>(make: () => Promise<Value>, life: number, clock: Clock): (() => Promise<Value>) => {
  let last: { at: number; value: Promise<Value> } | undefined
  return () => {
    if (last === undefined || clock() - last.at >= life) last = { at: clock(), value: make() }
    return last.value
  }
}

/** No document waits longer for its seal than the attempts take. @throws Error */
const checkSealing = async (db: Db, now: number): Promise<void> => {
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

/** Whether the newest signature has the platform's time stamp because the configured authority had none. */
const lastWasPassedOver = async (db: Db): Promise<boolean> => {
  const newest = await db
    .selectFrom('signatures')
    .select('timestamp_source')
    .orderBy('signed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.timestamp_source === 'platform-instead'
}

/**
 * `/healthz`: the process answers. `/readyz`: it can store and sign, which it has just done, and nothing that everybody
 * signed lies about unsealed; otherwise 503, and in plain words what is wrong.
 */
export const healthRoutes = (
  app: FastifyInstance,
  { db, blobs, signer, clock }: Pick<Services, 'db' | 'blobs' | 'signer' | 'clock'>,
): void => {
  const checks = {
    database: () => sql`select 1`.execute(db),
    disk: () => blobs.probe(),
    signing: () => signer.canary(new Date(clock())),
    sealing: () => checkSealing(db, clock()),
  }
  const readiness = remembered(() => runChecks(app, checks, () => lastWasPassedOver(db)), READINESS_LIFE, clock)

  const unseen = { logLevel: 'warn', schema: { hide: true }, config: alwaysAnswered } as const
  app.get('/healthz', unseen, async () => ({ status: 'ok' }))
  app.get('/readyz', unseen, async (_request, reply) => {
    const results = await readiness()
    return reply.code(results.status === 'ready' ? 200 : 503).send(results)
  })
}
