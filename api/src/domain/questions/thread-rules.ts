import { THREAD_MESSAGES_MAX, UNANSWERED_MAX } from 'shared/contract/questions'

/** What decides about a message of a thread; oldest first, numbered from 1. */
export interface NumberedMessage {
  readonly number: number
  readonly author: 'guest' | 'owner'
  readonly text: string
  /** Of the owner: the number of the last question that they had read. */
  readonly answers: number | null
}

/** `repeated`: the newest message says the same, so a call that is sent twice adds nothing. */
export type ThreadAddition =
  | { readonly kind: 'added'; readonly message: NumberedMessage }
  | { readonly kind: 'repeated' | 'full' | 'waiting' | 'nothing-asked' }

/** Questions after the last one that the owner had read when answering. */
export const unansweredIn = (messages: readonly NumberedMessage[]): number => {
  const answered = Math.max(0, ...messages.map(({ answers }) => answers ?? 0))
  return messages.filter(({ author, number }) => author === 'guest' && number > answered).length
}

type NewMessage = Omit<NumberedMessage, 'number'>

const isRepeated = (messages: readonly NumberedMessage[], { author, text, answers }: NewMessage): boolean => {
  const newest = messages.at(-1)
  return newest?.author === author && newest.text === text && newest.answers === answers
}

const added = (messages: readonly NumberedMessage[], message: NewMessage): ThreadAddition => ({
  kind: 'added',
  message: { number: messages.length + 1, ...message },
})

/** A question leaves room for its answer. */
export const addQuestion = (messages: readonly NumberedMessage[], text: string): ThreadAddition => {
  const question: NewMessage = { author: 'guest', text, answers: null }
  if (isRepeated(messages, question)) return { kind: 'repeated' }
  if (messages.length + 2 > THREAD_MESSAGES_MAX) return { kind: 'full' }
  return unansweredIn(messages) >= UNANSWERED_MAX ? { kind: 'waiting' } : added(messages, question)
}

const lastQuestion = (messages: readonly NumberedMessage[], read: number): number | undefined =>
  messages.findLast(({ author, number }) => author === 'guest' && number <= read)?.number

/**
 * Also a second answer to the same question; never the first message of a thread.
 * @param read number of the last message that the owner saw
 */
export const addAnswer = (
  messages: readonly NumberedMessage[],
  { text, read }: { readonly text: string; readonly read: number },
): ThreadAddition => {
  // The last message that fits answers everything: a later one could not.
  const isLast = messages.length + 1 === THREAD_MESSAGES_MAX
  const answers = lastQuestion(messages, isLast ? messages.length : read)
  if (answers === undefined) return { kind: 'nothing-asked' }
  const answer: NewMessage = { author: 'owner', text, answers }
  if (isRepeated(messages, answer)) return { kind: 'repeated' }
  return messages.length >= THREAD_MESSAGES_MAX ? { kind: 'full' } : added(messages, answer)
}
