import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Their names never change, so the cache time is short. */
export const serveRootFiles = (site: FastifyInstance, folder: string): void => {
  void site.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    decorateReply: false,
    preCompressed: true,
    maxAge: 60 * 60 * 1000,
    globIgnore: ['assets/**', 'index.html*', '**/*.br', '**/*.gz', '**/*.map'],
  })
}
