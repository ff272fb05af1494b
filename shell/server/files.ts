import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { refuse } from './refuse.ts'

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

interface ImmutableFiles {
  /** Without a trailing slash: `/assets`. */
  readonly prefix: string
  /** Absolute path; the files are immutable. */
  readonly folder: string
  readonly allowed?: (path: string) => boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** A missing file gives 404: a script that receives HTML fails obscurely. */
export const serveImmutable = (site: FastifyInstance, { prefix, folder, allowed, headers }: ImmutableFiles): void => {
  void site.register(
    async (scope) => {
      scope.setNotFoundHandler((_request, reply) => refuse(reply, 'NOT_FOUND'))
      await scope.register(fastifyStatic, {
        root: folder,
        index: false,
        redirect: false,
        decorateReply: false,
        preCompressed: true,
        immutable: true,
        maxAge: YEAR_MS,
        ...(allowed ? { allowedPath: (path: string) => allowed(path) } : {}),
        setHeaders: (reply) => void reply.headers({ ...headers }),
      })
    },
    { prefix },
  )
}

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
