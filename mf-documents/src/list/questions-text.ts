import type { UserFile } from 'shared/contract'

/** Undefined if no question waits for the owner. */
export const questionsText = (questions: UserFile['questions']): string | undefined => {
  const count = questions?.unanswered ?? 0
  if (count === 0) return undefined
  return count === 1 ? '1 pregunta sin responder' : `${count} preguntas sin responder`
}
