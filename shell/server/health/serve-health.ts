import type { FastifyInstance } from 'fastify'
import { readRegistry } from '../registry/registry-file.ts'
import { type AnsweredReadiness, askReadiness } from './ask-readiness.ts'

/** Milliseconds: monitors and curious people make one question a second to the API. */
const LIFE_MS = 1000

const NO_REGISTRY = 'El sitio no tiene registro de versiones: no puede servir páginas. Publica con npm start.'

interface HealthOptions {
  readonly apiUrl: string
  readonly dataDir: string
  readonly release: string
  /** Of the releases in the storage; Spanish lines. */
  readonly releaseProblems: () => readonly string[]
}

/** Concurrent calls share one answer, whose life begins when it is there. */
const remembered = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let current: Promise<Value> | undefined
  let endsAt = Number.POSITIVE_INFINITY
  return () => {
    if (current !== undefined && performance.now() < endsAt) return current
    endsAt = Number.POSITIVE_INFINITY
    current = make().finally(() => {
      endsAt = performance.now() + LIFE_MS
    })
    return current
  }
}

/** `/healthz`: this process responds. `/readyz`: people can work, so the API is asked, too. */
export const serveHealth = (site: FastifyInstance, options: HealthOptions): void => {
  const { apiUrl, dataDir, release, releaseProblems } = options
  let wasAway = false
  const noteAway = (error: unknown): void => {
    if (!wasAway) site.log.error({ err: error }, 'the API does not say whether it is ready')
    wasAway = true
  }
  const askApi = async (): Promise<AnsweredReadiness> => {
    const answer = await askReadiness(apiUrl, noteAway)
    if (answer.checks.api === 'ok') wasAway = false
    return answer
  }
  const answerOfApi = remembered(askApi)
  site.get('/healthz', async () => ({ status: 'ok', release }))
  site.get('/readyz', async (_request, reply) => {
    const [registry, api] = await Promise.all([readRegistry(dataDir).catch(() => undefined), answerOfApi()])
    const problems = [...(registry ? [] : [NO_REGISTRY]), ...api.problems]
    return reply
      .code(problems.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: problems.length === 0 ? 'ready' : 'not-ready',
        checks: { registry: registry ? 'ok' : 'failed', ...api.checks },
        problems,
        warnings: [...releaseProblems(), ...api.warnings],
      })
  })
}
