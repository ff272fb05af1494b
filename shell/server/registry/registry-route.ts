import type { FastifyInstance } from 'fastify'
import type { Registry } from 'shared/contract'
import { refuse } from '../refuse.ts'
import { readRegistry } from './registry-file.ts'

/**
 * Reads the file on each request: releases need no restart. If it is
 * damaged, serves the last valid one.
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
