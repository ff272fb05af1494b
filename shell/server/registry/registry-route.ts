import type { FastifyInstance } from 'fastify'
import type { Registry } from 'shared/contract'
import { refuse } from '../refuse.ts'
import { readRegistry } from './registry-file.ts'

/**
 * `/registry.json`, read anew for every page: a release or a roll-back needs no restart. While the file is broken, the
 * last good one is served.
 */
export const serveRegistry = (site: FastifyInstance, dataDir: string): void => {
  let lastGood: Registry | undefined
  site.get('/registry.json', async (request, reply) => {
    try {
      lastGood = (await readRegistry(dataDir)) ?? lastGood
    } catch (error) {
      request.log.error({ err: error }, 'registry.json is not a registry')
    }
    return lastGood ? reply.header('cache-control', 'no-store').send(lastGood) : refuse(reply, 'UNAVAILABLE')
  })
}
