import type { UserFile } from 'shared/contract'
import { toInstantOrNull } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'

type AwaitedPeople = NonNullable<UserFile['participants']>

const awaitedKinds = ['visto_bueno', 'lectura'] as const

const readPeople = (db: ApiDatabase, documentIds: readonly number[]) =>
  db
    .selectFrom('participants')
    .select(['id', 'document_id', 'kind', 'name', 'added_at', 'answered_at'])
    .where('document_id', 'in', documentIds)
    .where('kind', 'in', awaitedKinds)
    .$narrowType<{ kind: (typeof awaitedKinds)[number] }>()
    .where('removed_at', 'is', null)
    .execute()

/** When the newest invitation was sent, by participant. */
const readInvited = async (db: ApiDatabase, ids: readonly number[]): Promise<ReadonlyMap<number | null, number>> => {
  const rows = await db
    .selectFrom('invitations')
    .select(['participant_id', 'created_at'])
    .where('participant_id', 'in', ids)
    .where('participant_id', 'is not', null)
    .where('revoked_at', 'is', null)
    .execute()
  const inOrder = rows.toSorted((a, b) => a.created_at - b.created_at)
  return new Map(inOrder.map(({ participant_id, created_at }) => [participant_id, created_at]))
}

/** Who approves or reads without a field, in two statements; documents without such people are left out. */
export const awaitedByDocument = async (
  db: ApiDatabase,
  documentIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly participants: AwaitedPeople }>> => {
  const people = await readPeople(db, documentIds)
  if (people.length === 0) return new Map()
  const ids = people.map(({ id }) => id)
  const invited = await readInvited(db, ids)
  const inOrder = people.toSorted((a, b) => (a.added_at ?? 0) - (b.added_at ?? 0))
  const groups = Map.groupBy(inOrder, ({ document_id }) => document_id)
  const view = ({ id, kind, name, answered_at }: (typeof people)[number]): AwaitedPeople[number] => ({
    ...{ id, kind, name },
    invited_at: toInstantOrNull(invited.get(id) ?? null),
    answered_at: toInstantOrNull(answered_at),
  })
  return new Map([...groups].map(([documentId, own]) => [documentId, { participants: own.map(view) }]))
}
