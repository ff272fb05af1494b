import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { fullName } from '../../platform/names/name-keys.ts'

/** Name and address of the moment; both null for the server itself. */
export interface RecordedActor {
  readonly name: string | null
  readonly email: string | null
}

const NOBODY: RecordedActor = { name: null, email: null }

const findUser = async (db: ApiDatabase, id: number): Promise<RecordedActor> => {
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  return user === undefined ? NOBODY : { name: fullName(user), email: user.email }
}

/** The name belongs to the person's current address only. */
const findGuest = async (db: ApiDatabase, id: number): Promise<RecordedActor> => {
  const guest = await db
    .selectFrom('invitations')
    .leftJoin('fields', 'fields.id', 'invitations.field_id')
    .innerJoin('participants', (join) =>
      join.on((eb) =>
        eb('participants.id', '=', eb.fn.coalesce('fields.participant_id', 'invitations.participant_id')),
      ),
    )
    .leftJoin('alternates', 'alternates.id', 'invitations.alternate_id')
    .select('invitations.email')
    .select((eb) => [
      eb.fn.coalesce('alternates.name', 'participants.name').as('signer_name'),
      eb.fn.coalesce('alternates.email', 'participants.email').as('signer_email'),
    ])
    .where('invitations.id', '=', id)
    .executeTakeFirst()
  if (guest === undefined) return NOBODY
  return { name: guest.email === guest.signer_email ? guest.signer_name : null, email: guest.email }
}

const findSession = async (db: ApiDatabase, id: number): Promise<RecordedActor> => {
  const session = await db
    .selectFrom('agent_sessions')
    .select(['name', 'email'])
    .where('id', '=', id)
    .executeTakeFirst()
  return { name: session?.name || null, email: session?.email || null }
}

/** @param actor `user:<id>`, `guest:<id>`, `agent-session:<id>` or `system` */
export const findActor = async (db: ApiDatabase, actor: string): Promise<RecordedActor> => {
  const [kind, number] = actor.split(':')
  const id = Number(number)
  if (kind === 'user') return findUser(db, id)
  if (kind === 'guest') return findGuest(db, id)
  return kind === 'agent-session' ? findSession(db, id) : NOBODY
}
