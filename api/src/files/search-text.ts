import type { Db } from '../database/open-database.ts'

/** Text as search compares it: lower case, without accents, words apart by one space. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s\p{Cc}_]+/gu, ' ')
    .trim()

/** Everything by which a document is found, folded; the parts cannot run into each other. */
export const searchTextOf = (parts: readonly string[]): string => parts.map(foldText).join('\n')

/** The words of a search, each once, as they stand in a search text. */
export const searchWords = (query: string): string[] => [
  ...new Set(
    foldText(query)
      .split(' ')
      .filter((word) => word !== ''),
  ),
]

/** A pattern for LIKE, with `\` as its escape character, that finds the word anywhere. */
export const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** Writes a document's search text anew, in the transaction that changed who signs it. */
export const refreshSearchText = async (transaction: Db, documentId: number): Promise<void> => {
  const document = await transaction
    .selectFrom('documents')
    .select(['original_filename', 'description', 'notes'])
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  const fields = await transaction
    .selectFrom('fields')
    .select('signer_name')
    .where('document_id', '=', documentId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()
  const { original_filename, description, notes } = document
  const search_text = searchTextOf([original_filename, description, notes, ...fields.map((field) => field.signer_name)])
  await transaction.updateTable('documents').set({ search_text }).where('id', '=', documentId).execute()
}
