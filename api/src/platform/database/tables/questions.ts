/** One for each person of a document, by name and address: unique by document and key. */
export interface QuestionThreadTable {
  id: number
  document_id: number
  /** `invitedSignerKey`: another person at the address, or a corrected address, has another thread. */
  person_key: string
  name: string
  email: string
  started_at: number
  /** Repeats what the messages say, for the list of documents. */
  unanswered: number
}

/** The log has the hash of salt and text, so a text can be erased from a living document. */
export interface QuestionMessageTable {
  thread_id: number
  /** From 1 for each thread, without gaps. */
  number: number
  document_id: number
  author: 'guest' | 'owner'
  /** Empty, as its salt, if a person whom it named had their data removed. */
  text: string
  salt: string
  /** Of the owner: the last question that they had read. */
  answers: number | null
  written_at: number
}
