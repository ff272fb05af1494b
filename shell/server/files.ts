import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { refuse } from './refuse.ts'

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

export interface ImmutableFiles {
  /** Path that the folder stands under, without a trailing slash: `/assets`. */
  readonly prefix: string
  /** Absolute folder. A file in it never changes under its name. */
  readonly folder: string
  /** Which paths below the prefix exist at all; all of them when absent. */
  readonly allowed?: (path: string) => boolean
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Serves a folder whose files never change, in the compressed form that lies beside each of them. A missing file is a
 * 404 and never the page: a script tag that receives HTML fails in ways that nobody understands.
 */
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

/** Serves the few files at the site's root (icon, robots.txt): short-lived, because their names stay. */
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
