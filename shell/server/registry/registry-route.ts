import type { FastifyInstance } from 'fastify'
import type { Registry } from 'shared/contract'
import { refuse } from '../refuse.ts'
import { ANY_ORIGIN } from '../release-files/serve-releases.ts'
import { forPages, loadRegistry } from './registry-file.ts'

/** Reads the file on each request: releases need no restart. */
export const serveRegistry = (site: FastifyInstance, dataDir: string): void => {
  let lastGood: Registry | undefined
  site.get('/registry.json', async (request, reply) => {
    try {
      const { registry, damage } = await loadRegistry(dataDir)
      if (registry) lastGood = forPages(registry)
      if (damage) request.log.error({ err: damage }, 'registry.json is damaged: its last good copy is served')
    } catch (error) {
      request.log.error({ err: error }, 'registry.json is not a registry')
    }
    return lastGood
      ? reply.headers({ ...ANY_ORIGIN, 'cache-control': 'no-store' }).send(lastGood)
      : refuse(reply, 'UNAVAILABLE')
  })
}
