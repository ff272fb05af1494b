import { CODE_CONNECTIONS } from '../../src/domain/mail/dispatcher.ts'
import type { ApiDatabase } from '../../src/platform/database/open-database.ts'
import type { AcceptedMail, MailSink } from './mail-sink.ts'
import { CONNECTIONS } from './server-under-test.ts'
import { demand } from './violation.ts'

/** Deaths per claimed mail; each may have sent it. */
export type InHand = Map<number, number>

const IN_HAND_MAX = CONNECTIONS + CODE_CONNECTIONS

/** @throws Violation if more are claimed than can be under way */
export const noteInHand = async (db: ApiDatabase, inHand: InHand): Promise<void> => {
  const claimed = await db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'pending')
    .where('claimed_until', 'is not', null)
    .execute()
  demand(claimed.length <= IN_HAND_MAX, `${claimed.length} mails were in hand at once`)
  for (const { id } of claimed) inHand.set(id, (inHand.get(id) ?? 0) + 1)
}

const byId = (mails: readonly AcceptedMail[]): Map<number, AcceptedMail[]> => Map.groupBy(mails, ({ id }) => id)

/**
 * Mails marked as sent were accepted; accepted mails are in the
 * outbox. A mail repeats at most once per death with it claimed.
 */
export const examineMails = async (db: ApiDatabase, sink: MailSink, inHand: InHand): Promise<number> => {
  const accepted = byId(sink.accepted)
  const mails = await db.selectFrom('outbox').select(['id', 'state', 'kind', 'to_address']).execute()
  const known = new Set(mails.map(({ id }) => id))
  for (const id of accepted.keys()) demand(known.has(id), `mail ${id} was sent and is not in the outbox`)
  for (const { id, state, kind, to_address } of mails) {
    const came = accepted.get(id) ?? []
    const mail = `${kind} ${id} to ${to_address}`
    demand(state !== 'failed', `${mail} failed for good`)
    demand(state !== 'sent' || came.length > 0, `${mail} is noted as sent and never came`)
    const allowed = 1 + (inHand.get(id) ?? 0)
    demand(came.length <= allowed, `${mail} came ${came.length} times, and at most ${allowed} are explained`)
    demand(new Set(came.map(({ raw }) => raw)).size <= 1, `${mail} came again with other bytes`)
  }
  return [...accepted.values()].filter((came) => came.length > 1).length
}

export const allSent = async (db: ApiDatabase): Promise<boolean> => {
  const waiting = await db.selectFrom('outbox').select('id').where('state', '=', 'pending').executeTakeFirst()
  return waiting === undefined
}
