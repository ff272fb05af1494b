import type { Selectable } from 'kysely'
import { createPollingLoop, type PollingLoop, WATCHED_PAUSES } from '../../../platform/background/polling-loop.ts'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import type { ResetRequestTable, UserTable } from '../../../platform/database/schema.ts'
import type { ServiceLog } from '../../../platform/logging.ts'
import { fullName } from '../../../platform/names/name-keys.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { type ResetAccount, resetCodeMessage } from '../../mail/templates/reset-code.ts'
import { RESET_ACCOUNTS_MAX, RESET_CLAIMS_MAX } from '../users/constants.ts'

type Request = Selectable<ResetRequestTable>
type User = Selectable<UserTable>
type ResetMailerOptions = Pick<ApiServices, 'db' | 'clock' | 'resetCodes' | 'wakeMailWorker' | 'publicUrl'> & {
  readonly log: Pick<ServiceLog, 'error'>
}

/** Requests of a tick. */
const BATCH = 20

const findDue = (db: ApiDatabase, now: number): Promise<Request[]> =>
  db
    .selectFrom('reset_requests')
    .selectAll()
    .where((or) => or.or([or('prepared_at', 'is', null), or('expires_at', '<=', now)]))
    .orderBy('created_at')
    .limit(BATCH)
    .execute()

const removeRequest = async (db: ApiDatabase, { id }: Request): Promise<void> => {
  await db.deleteFrom('reset_requests').where('id', '=', id).execute()
}

const removeDeadCodes = async (db: ApiDatabase): Promise<void> => {
  await db
    .deleteFrom('reset_codes')
    .where('request_id', 'not in', (eb) => eb.selectFrom('reset_requests').select('id'))
    .execute()
}

/**
 * Addresses that compare equal may be
 * different mailboxes (Kelvin sign for K).
 */
const bySpelling = (users: readonly User[]): Map<string, User[]> => Map.groupBy(users, ({ email }) => email)

const findClaims = async (db: ApiDatabase, emailKey: string): Promise<User[]> => {
  const claims = db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey)
    .where('email_verified_at', 'is', null)
    .limit(RESET_CLAIMS_MAX)
  const oldest = await claims.orderBy('created_at').orderBy('id').execute()
  const newest = await claims.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  const known = new Set(oldest.map(({ id }) => id))
  return [...oldest, ...newest.filter(({ id }) => !known.has(id)).reverse()]
}

const findProven = (db: ApiDatabase, emailKey: string): Promise<User[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey)
    .where('email_verified_at', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(RESET_ACCOUNTS_MAX)
    .execute()

const findOwners = async (db: ApiDatabase, emailKey: string): Promise<Map<string, User[]>> => {
  const claims = bySpelling(await findClaims(db, emailKey))
  return new Map([...claims, ...bySpelling(await findProven(db, emailKey))])
}

/** Mails omit usernames of unverified accounts. */
const accountOf = ({ username, created_at, email_verified_at }: User): ResetAccount =>
  email_verified_at === null ? { kind: 'claims', createdAt: created_at } : { kind: 'proven', username }

const mailCodes = async (
  db: ApiDatabase,
  { resetCodes, publicUrl }: ResetMailerOptions,
  { request, now }: { request: Request; now: number },
): Promise<void> => {
  const owned = await findOwners(db, request.email_key)
  const users = [...owned.values()].flat()
  const codes = resetCodes.draw(users.length)
  const codeOf = new Map(users.map((user, index) => [user, codes[index] ?? '']))
  for (const [user, code] of codeOf)
    await db
      .insertInto('reset_codes')
      .values({ request_id: request.id, user_id: user.id, code_hash: resetCodes.hash(request.id, code) })
      .execute()
  for (const [address, owners] of owned) {
    const message = resetCodeMessage({
      codes: owners.map((user) => ({ account: accountOf(user), code: codeOf.get(user) ?? '' })),
      email: address,
      expiresAt: request.expires_at,
      publicUrl,
    })
    const [first] = owners
    const name = owners.length === 1 && first !== undefined && first.email_verified_at !== null ? fullName(first) : ''
    await enqueueMail(db, { kind: 'reset-code', documentId: null, to: { name, address }, message }, now)
  }
}

const prepareReset = async (db: ApiDatabase, options: ResetMailerOptions, request: Request): Promise<void> => {
  const now = options.clock()
  const claimed = await db
    .updateTable('reset_requests')
    .set({ prepared_at: now })
    .where('id', '=', request.id)
    .where('prepared_at', 'is', null)
    .executeTakeFirst()
  // Replaced, or claimed by another process.
  if (claimed.numUpdatedRows === 0n) return
  await mailCodes(db, options, { request, now })
}

/**
 * Woken once a second if a request waits (`due-watch.ts`): a
 * wake-up per request would reveal accounts through timing.
 */
export const createResetMailer = (options: ResetMailerOptions): PollingLoop => {
  const { db, clock, wakeMailWorker, log } = options
  const tick = async (): Promise<number> => {
    const now = clock()
    const due = await findDue(db, now)
    for (const request of due)
      await db.transaction().execute(async (transaction) => {
        if (request.expires_at <= now) await removeRequest(transaction, request)
        else await prepareReset(transaction, options, request)
        await removeDeadCodes(transaction)
      })
    if (due.length > 0) wakeMailWorker()
    return due.length
  }
  const loop = createPollingLoop(tick, WATCHED_PAUSES, (error) => log.error({ err: error }, 'reset mailer failed'))
  return loop
}
