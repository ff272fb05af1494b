import type { FastifyInstance, FastifyRequest } from 'fastify'
import { protocolOf } from 'shared/server'
import { refuseRequest } from './refuse.ts'

const COOKIE = 'trazo-overrides'
/** A working day, in seconds. */
const LIFE = 8 * 60 * 60

export const hasConfirmed = ({ headers }: FastifyRequest): boolean =>
  (headers.cookie ?? '').split(';').some((part) => part.trim() === `${COOKIE}=1`)

/** The page calls it after its question; other sites cannot. */
export const serveConfirmation = (site: FastifyInstance, publicUrl: string): void => {
  site.post('/mf-overrides', async (request, reply) => {
    const { 'sec-fetch-site': from, 'sec-fetch-mode': mode } = request.headers
    if (from !== 'same-origin' || mode === 'navigate') return refuseRequest(reply, 'FORBIDDEN')
    const secure = protocolOf(publicUrl, request) === 'https' ? '; Secure' : ''
    const cookie = `${COOKIE}=1; Path=/; Max-Age=${LIFE}; HttpOnly; SameSite=Strict${secure}`
    return reply.code(204).headers({ 'set-cookie': cookie, 'cache-control': 'no-store' }).send()
  })
}
