import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { alternatesOf } from '../access/alternates.ts'
import { participantsOf } from '../access/find-participant.ts'
import { storedDocument } from './stored-document.ts'

/** Lower case, no accents, single spaces. */
export const foldSearchText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s\p{Cc}_]+/gu, ' ')
    .trim()

/** Newlines separate the folded parts. */
export const searchTextOf = (parts: readonly string[]): string => parts.map(foldSearchText).join('\n')

/** Each word once; a document must contain all. */
export const searchWords = (query: string): string[] => [
  ...new Set(
    foldSearchText(query)
      .split(' ')
      .filter((word) => word !== ''),
  ),
]

/** A LIKE pattern with escape character `\`. */
export const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** Call it in the transaction that changes the signers. */
export const refreshSearchText = async (transaction: ApiDatabase, documentId: number): Promise<void> => {
  const fields = await transaction
    .selectFrom('fields')
    .innerJoin('participants', 'participants.id', 'fields.participant_id')
    .select('participants.name')
    .where('fields.document_id', '=', documentId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()
  const others = [...(await alternatesOf(transaction, documentId)), ...(await participantsOf(transaction, documentId))]
  const { original_filename, description, notes } = await storedDocument(transaction, documentId)
  const search_text = searchTextOf([
    original_filename,
    description,
    notes,
    ...[...fields, ...others].map(({ name }) => name),
  ])
  await transaction.updateTable('documents').set({ search_text }).where('id', '=', documentId).execute()
}
