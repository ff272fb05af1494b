import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/http/api-error.ts'
import { rateLimits } from '../../platform/http/limits.ts'
import { paramOf, sendBytes, servePublic } from '../../platform/http/public-files.ts'
import type { RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { sealLogPolicy } from './prove-entry.ts'
import { SEAL_LOG_PATH } from './seal-log.ts'
import { newestNote, readTile, readTilePath } from './tiles.ts'

const TEXT = 'text/plain; charset=utf-8'
const BYTES = 'application/octet-stream'
/** In seconds. A tile never changes; the head does. */
const KEPT = { head: 5, policy: 300, tile: 365 * 24 * 60 * 60 } as const

const sendFound = (
  reply: FastifyReply,
  type: string,
  found: Uint8Array | string | undefined,
  keptSeconds: number,
): FastifyReply => {
  if (found === undefined) throw new ApiError('NOT_FOUND')
  return sendBytes(reply, type, found, keptSeconds)
}

/** The first tree has the log's path, others a number behind it. */
const treeOf = (text: string): number => (/^[2-9]$|^[1-9]\d{1,5}$/.test(text) ? Number(text) : 0)

/** The log of seals for everyone (C2SP tlog-tiles). Without its proof, an entry says nothing about a document. */
export const sealLogRoutes = (api: RouteServices, services: Pick<ApiServices, 'db' | 'sealLog'>): void => {
  const { app } = api
  const { db } = services
  const get = (url: string) =>
    ({ method: 'GET', url: `${SEAL_LOG_PATH}${url}`, limit: rateLimits.pkiFilesByAddress }) as const
  servePublic(api, app, get('/policy'), async (_request, reply) =>
    sendBytes(reply, TEXT, await sealLogPolicy(services), KEPT.policy),
  )
  for (const prefix of ['', '/:tree']) {
    const tree = (request: FastifyRequest): number => (prefix === '' ? 1 : treeOf(paramOf(request, 'tree')))
    servePublic(api, app, get(`${prefix}/checkpoint`), async (request, reply) =>
      sendFound(reply, TEXT, await newestNote(db, tree(request)), KEPT.head),
    )
    servePublic(api, app, get(`${prefix}/tile/*`), async (request, reply) => {
      const asked = readTilePath(paramOf(request, '*'))
      return sendFound(reply, BYTES, asked && (await readTile(db, tree(request), asked)), KEPT.tile)
    })
  }
}
