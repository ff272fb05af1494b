import type { AgentHelp } from '../agent/signing-agent.ts'
import { flowTexts, REVIEW_SECONDS } from './constants.ts'

/** Asking the agent: not yet, under way, or how it ended. */
export type Asking =
  | { readonly kind: 'none' }
  /** `note`: what the agent waits for, where that is the person. */
  | { readonly kind: 'under-way'; readonly note?: string }
  /** `code`: it is this one of the e-mail that was refused. */
  | { readonly kind: 'failed'; readonly message: string; readonly help?: AgentHelp; readonly code?: string }

/**
 * The way to a signature, of owners and guests (specification, section 4): review with countdown, authentication,
 * verification, signed. Trazo signs for real, so the drawing comes between review and authentication, and the server's
 * work between verification and the end. Where the person's own card signs, it does so field by field: the PIN takes the
 * place of the code, and card and server alternate. Leaving from anywhere goes back to `idle`, which knows nothing of what was
 * typed.
 */
export type SigningFlow =
  | { readonly step: 'idle' }
  | { readonly step: 'review'; readonly secondsLeft: number }
  | { readonly step: 'drawing' }
  | { readonly step: 'auth'; readonly asking: Asking }
  | { readonly step: 'verification'; readonly code: string; readonly secondsLeft: number }
  /** The card asks for its PIN; `again` where another signature came first and this one is made anew. */
  | { readonly step: 'card'; readonly done: number; readonly total: number; readonly again: boolean }
  /** The agent has confirmed; `done` of `total` fields are signed. */
  | { readonly step: 'processing'; readonly done: number; readonly total: number }
  /**
   * The server could not sign; who signs is known and the drawing kept, so only this is tried again. `differs`: it has
   * another document than the page, which is to be looked at first.
   */
  | { readonly step: 'failed'; readonly message: string; readonly differs: boolean }
  | { readonly step: 'signed' }

export type FlowAction =
  /** `from` drawing: the place of the signature is being looked at anyway. */
  | { readonly type: 'started'; readonly from?: 'review' | 'drawing' }
  | { readonly type: 'ticked' }
  | { readonly type: 'more-time-wanted' }
  | { readonly type: 'reviewed' }
  | { readonly type: 'drawn' }
  | { readonly type: 'redraw-wanted' }
  | { readonly type: 'identified' }
  | { readonly type: 'authenticated'; readonly code: string; readonly seconds: number }
  /** The agent waits for something that the person does outside the page. */
  | { readonly type: 'agent-noted'; readonly note: string }
  /** The agent refused, at the start or while it waited for the person. */
  | { readonly type: 'agent-failed'; readonly message: string; readonly help?: AgentHelp; readonly code?: string }
  /** The person's card is there, and will sign. */
  | { readonly type: 'card-found'; readonly total: number }
  | { readonly type: 'card-asked'; readonly again: boolean }
  | { readonly type: 'card-answered' }
  | { readonly type: 'confirmed'; readonly total: number }
  | { readonly type: 'field-signed' }
  | { readonly type: 'signing-failed'; readonly message: string; readonly differs?: boolean }
  /** The document is read anew, and reviewed again. */
  | { readonly type: 'reloaded' }
  | { readonly type: 'retried'; readonly total: number }
  | { readonly type: 'completed' }
  | { readonly type: 'left' }

export const flowStart: SigningFlow = { step: 'idle' }

const review: SigningFlow = { step: 'review', secondsLeft: REVIEW_SECONDS }
const auth: SigningFlow = { step: 'auth', asking: { kind: 'none' } }

const ticked = (state: SigningFlow): SigningFlow => {
  switch (state.step) {
    case 'review':
      return state.secondsLeft > 1 ? { ...state, secondsLeft: state.secondsLeft - 1 } : { step: 'drawing' }
    case 'verification':
      // At its end the countdown only stands still: the agent says when the person has confirmed.
      return { ...state, secondsLeft: Math.max(0, state.secondsLeft - 1) }
    default:
      return state
  }
}

const isAsking = (state: SigningFlow): boolean => state.step === 'auth' && state.asking.kind === 'under-way'

const failed = ({ type: _, ...why }: Extract<FlowAction, { type: 'agent-failed' }>): SigningFlow => ({
  step: 'auth',
  asking: { kind: 'failed', ...why },
})

/** What happens while the agent is asked. */
const asked = (
  state: SigningFlow,
  action: Extract<FlowAction, { type: 'identified' | 'authenticated' | 'agent-noted' | 'agent-failed' | 'card-found' }>,
): SigningFlow => {
  switch (action.type) {
    case 'identified':
      return state.step === 'auth' ? { step: 'auth', asking: { kind: 'under-way' } } : state
    case 'authenticated':
      return isAsking(state) ? { step: 'verification', code: action.code, secondsLeft: action.seconds } : state
    case 'agent-noted':
      return isAsking(state) ? { step: 'auth', asking: { kind: 'under-way', note: action.note } } : state
    case 'card-found':
      return isAsking(state) ? { step: 'processing', done: 0, total: action.total } : state
    case 'agent-failed':
      return isAsking(state) || state.step === 'verification' ? failed(action) : state
  }
}

type SigningAction = Extract<
  FlowAction,
  { type: 'confirmed' | 'card-asked' | 'card-answered' | 'field-signed' | 'signing-failed' | 'retried' | 'completed' }
>

/** What happens while the server signs, or the card. */
const signing = (state: SigningFlow, action: SigningAction): SigningFlow => {
  switch (action.type) {
    case 'card-asked':
      return state.step === 'processing' || state.step === 'card'
        ? { step: 'card', done: state.done, total: state.total, again: action.again }
        : state
    case 'card-answered':
      return state.step === 'card' ? { step: 'processing', done: state.done, total: state.total } : state
    case 'confirmed':
      return state.step === 'verification' ? { step: 'processing', done: 0, total: action.total } : state
    case 'retried':
      return state.step === 'failed' ? { step: 'processing', done: 0, total: action.total } : state
    case 'field-signed':
      return state.step === 'processing' ? { ...state, done: state.done + 1 } : state
    case 'signing-failed':
      return state.step === 'processing' || state.step === 'card'
        ? { step: 'failed', message: action.message, differs: action.differs ?? false }
        : state
    case 'completed':
      return state.step === 'processing' ? { step: 'signed' } : state
  }
}

/** An action that does not belong to a step changes nothing: a late answer meets a flow that has moved on. */
export const flowReducer = (state: SigningFlow, action: FlowAction): SigningFlow => {
  switch (action.type) {
    case 'started':
      if (state.step !== 'idle') return state
      return action.from === 'drawing' ? { step: 'drawing' } : review
    case 'ticked':
      return ticked(state)
    case 'more-time-wanted':
      return state.step === 'review' ? { ...state, secondsLeft: state.secondsLeft + REVIEW_SECONDS } : state
    case 'reloaded':
      return state.step === 'failed' ? review : state
    case 'reviewed':
      return state.step === 'review' ? { step: 'drawing' } : state
    case 'drawn':
      return state.step === 'drawing' ? auth : state
    case 'redraw-wanted':
      return state.step === 'auth' && !isAsking(state) ? { step: 'drawing' } : state
    case 'identified':
    case 'authenticated':
    case 'agent-noted':
    case 'agent-failed':
    case 'card-found':
      return asked(state, action)
    case 'confirmed':
    case 'card-asked':
    case 'card-answered':
    case 'field-signed':
    case 'signing-failed':
    case 'retried':
    case 'completed':
      return signing(state, action)
    case 'left':
      // What the server is writing is not taken back by closing a window.
      return state.step === 'processing' ? state : flowStart
  }
}

/** What is said when the person leaves before the end; nothing where there is nothing to say. */
export const cancellationText = ({ step }: SigningFlow): string | undefined => {
  switch (step) {
    case 'review':
      return flowTexts.reviewCancelled
    case 'drawing':
    case 'auth':
    case 'failed':
      return flowTexts.authCancelled
    case 'verification':
    case 'card':
      return flowTexts.verificationCancelled
    default:
      return undefined
  }
}
