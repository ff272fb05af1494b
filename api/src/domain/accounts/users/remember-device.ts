import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionReply } from 'shared/contract'
import type { Services } from '../../../platform/services.ts'
import { rememberDevice } from './familiar-device.ts'

export const familiarise = async (
  { db, clock, publicUrl }: Pick<Services, 'db' | 'clock' | 'publicUrl'>,
  session: SessionReply,
  request: Pick<FastifyRequest, 'headers'>,
  reply: Pick<FastifyReply, 'header'>,
): Promise<SessionReply> => {
  const isSecure = publicUrl.startsWith('https:')
  const browser = { header: request.headers.cookie, userId: session.user.id, isSecure, now: clock() }
  const cookie = await db.transaction().execute((transaction) => rememberDevice(transaction, browser))
  reply.header('set-cookie', cookie)
  return session
}
