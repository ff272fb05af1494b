import type { FastifyInstance } from 'fastify'
import { SEAL_STUCK_AFTER } from '../domain/jobs/seal-constants.ts'
import { type Clock, SECOND_MS } from '../platform/clock.ts'
import type { ApiDatabase } from '../platform/database/open-database.ts'
import { probeDatabase } from '../platform/database/probe-database.ts'
import type { InfrastructureFailure } from '../platform/failure-kind.ts'
import { alwaysAnswered } from '../platform/http/shed-load.ts'
import { classifyInfrastructureError } from '../platform/infrastructure-failure.ts'
import type { ApiServices } from '../platform/services.ts'

/** Cache time in milliseconds: each check signs. */
const READINESS_LIFE = 5 * SECOND_MS

type Check = () => Promise<unknown>

/** Spanish messages for operators. */
const problemTexts = {
  database: 'La base de datos no responde: nadie puede entrar, leer ni firmar.',
  disk: 'El almacenamiento no admite archivos nuevos (¿disco lleno o sin permisos?): nadie puede subir ni firmar.',
  signing: 'La firma de prueba falló: nadie puede firmar. Revisa las claves, los certificados y la hora del servidor.',
  sealing: 'Hay documentos firmados por todas las personas que no se logran cerrar. Sus dueños pueden reintentarlo.',
} as const
type CheckName = keyof typeof problemTexts

const failureTexts: Partial<Record<CheckName, Partial<Record<InfrastructureFailure, string>>>> = {
  database: {
    full: 'La base de datos no tiene espacio: se puede leer, pero nadie puede entrar, subir ni firmar. Libera espacio.',
    'read-only': 'La base de datos no admite cambios: se puede leer, pero nadie puede entrar, subir ni firmar.',
  },
  disk: {
    full: 'El almacenamiento está lleno: se puede leer, pero nadie puede subir ni firmar. Libera espacio.',
    'read-only': 'El almacenamiento es de solo lectura: se puede leer, pero nadie puede subir ni firmar.',
  },
}

/** Signing works, but needs attention. */
const TIME_STAMP_WARNING =
  'La autoridad de sellado de tiempo configurada no respondió la última vez: se usó la de la plataforma.'

interface Readiness {
  readonly status: 'ready' | 'not-ready'
  readonly checks: Readonly<Record<CheckName, 'ok' | 'failed'>>
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

const checkProblem = async (app: FastifyInstance, name: CheckName, check: Check): Promise<string | undefined> => {
  try {
    await check()
    return undefined
  } catch (error) {
    app.log.error({ err: error, check: name }, 'readiness check failed')
    const failure = classifyInfrastructureError(error)
    return (failure && failureTexts[name]?.[failure]) ?? problemTexts[name]
  }
}

const checkNames: readonly CheckName[] = ['database', 'disk', 'signing', 'sealing']

const runChecks = async (
  app: FastifyInstance,
  checks: Readonly<Record<CheckName, Check>>,
  usesOtherTimeStamps: () => Promise<boolean>,
): Promise<Readiness> => {
  const results: Record<CheckName, 'ok' | 'failed'> = { database: 'ok', disk: 'ok', signing: 'ok', sealing: 'ok' }
  const problems: string[] = []
  for (const name of checkNames) {
    // Without a database nothing is known about seals.
    if (name === 'sealing' && results.database === 'failed') continue
    const problem = await checkProblem(app, name, checks[name])
    if (problem === undefined) continue
    results[name] = 'failed'
    problems.push(problem)
  }
  const passedOver = results.database === 'ok' && (await usesOtherTimeStamps())
  return {
    status: problems.length === 0 ? 'ready' : 'not-ready',
    checks: results,
    problems,
    warnings: passedOver ? [TIME_STAMP_WARNING] : [],
  }
}

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

/**
 * `/healthz`: the process responds. `/readyz`: tests
 * storing, signing and sealing; otherwise 503 with messages.
 */
export const healthRoutes = (
  app: FastifyInstance,
  { db, blobs, signer, clock }: Pick<ApiServices, 'db' | 'blobs' | 'signer' | 'clock'>,
): void => {
  const checks = {
    database: () => probeDatabase(db, clock()),
    disk: () => blobs.probe(),
    signing: () => signer.selfTest(new Date(clock())),
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
