import type { IncomingHttpHeaders } from 'node:http'
import type { SessionReply } from 'shared/contract'
import type { ApiServices } from '../../../platform/services.ts'
import { rememberDevice } from './familiar-device.ts'

/** Call it after every successful login. The cookie is `Secure` only if the site is. */
export const rememberBrowser = async (
  { db, clock, publicUrl }: Pick<ApiServices, 'db' | 'clock' | 'publicUrl'>,
  session: SessionReply,
  request: { readonly headers: IncomingHttpHeaders },
  reply: { header(name: 'set-cookie', value: string): unknown },
): Promise<SessionReply> => {
  const isSecure = publicUrl.startsWith('https:')
  const browser = { header: request.headers.cookie, userId: session.user.id, isSecure, now: clock() }
  const cookie = await db.transaction().execute((transaction) => rememberDevice(transaction, browser))
  reply.header('set-cookie', cookie)
  return session
}
