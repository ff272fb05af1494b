import { useState } from 'react'
import type { AnswerOutcome } from './answer.ts'

export type AnsweringState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'failed'; readonly message: string; readonly again: boolean }

export const useAnswering = (onGiven: () => void) => {
  const [state, setState] = useState<AnsweringState>({ kind: 'idle' })
  const send = async (answer: () => Promise<AnswerOutcome>): Promise<void> => {
    setState({ kind: 'sending' })
    const outcome = await answer()
    if (outcome.kind === 'given') onGiven()
    else setState(outcome)
  }
  return { state, busy: state.kind === 'sending', send }
}
