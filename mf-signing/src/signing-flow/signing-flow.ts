import { flowTexts, REVIEW_SECONDS } from './constants.ts'

/** Asking the agent: not yet, under way, or how it ended. */
export type Asking =
  | { readonly kind: 'none' }
  | { readonly kind: 'under-way' }
  | { readonly kind: 'failed'; readonly message: string }

/**
 * The way to a signature, of owners and guests (specification, section 4): review with countdown, authentication,
 * verification, signed. Trazo signs for real, so the drawing comes between review and authentication, and the server's
 * work between verification and the end. Leaving from anywhere goes back to `idle`, which knows nothing of what was
 * typed.
 */
export type SigningFlow =
  | { readonly step: 'idle' }
  | { readonly step: 'review'; readonly secondsLeft: number }
  | { readonly step: 'drawing' }
  | { readonly step: 'auth'; readonly asking: Asking }
  | { readonly step: 'verification'; readonly code: string; readonly secondsLeft: number }
  /** The agent has confirmed; `done` of `total` fields are signed. */
  | { readonly step: 'processing'; readonly done: number; readonly total: number }
  /** The server could not sign; who signs is known and the drawing kept, so only this is tried again. */
  | { readonly step: 'failed'; readonly message: string }
  | { readonly step: 'signed' }

export type FlowAction =
  | { readonly type: 'started' }
  | { readonly type: 'ticked' }
  | { readonly type: 'more-time-wanted' }
  | { readonly type: 'reviewed' }
  | { readonly type: 'drawn' }
  | { readonly type: 'redraw-wanted' }
  | { readonly type: 'identified' }
  | { readonly type: 'authenticated'; readonly code: string; readonly seconds: number }
  /** The agent refused, at the start or while it waited for the person. */
  | { readonly type: 'agent-failed'; readonly message: string }
  | { readonly type: 'confirmed'; readonly total: number }
  | { readonly type: 'field-signed' }
  | { readonly type: 'signing-failed'; readonly message: string }
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

/** What happens while the agent is asked. */
const asked = (
  state: SigningFlow,
  action: Extract<FlowAction, { type: 'identified' | 'authenticated' | 'agent-failed' }>,
): SigningFlow => {
  switch (action.type) {
    case 'identified':
      return state.step === 'auth' ? { step: 'auth', asking: { kind: 'under-way' } } : state
    case 'authenticated':
      return isAsking(state) ? { step: 'verification', code: action.code, secondsLeft: action.seconds } : state
    case 'agent-failed':
      return isAsking(state) || state.step === 'verification'
        ? { step: 'auth', asking: { kind: 'failed', message: action.message } }
        : state
  }
}

/** What happens while the server signs. */
const signing = (
  state: SigningFlow,
  action: Extract<FlowAction, { type: 'confirmed' | 'field-signed' | 'signing-failed' | 'retried' | 'completed' }>,
): SigningFlow => {
  switch (action.type) {
    case 'confirmed':
      return state.step === 'verification' ? { step: 'processing', done: 0, total: action.total } : state
    case 'retried':
      return state.step === 'failed' ? { step: 'processing', done: 0, total: action.total } : state
    case 'field-signed':
      return state.step === 'processing' ? { ...state, done: state.done + 1 } : state
    case 'signing-failed':
      return state.step === 'processing' ? { step: 'failed', message: action.message } : state
    case 'completed':
      return state.step === 'processing' ? { step: 'signed' } : state
  }
}

/** An action that does not belong to a step changes nothing: a late answer meets a flow that has moved on. */
export const flowReducer = (state: SigningFlow, action: FlowAction): SigningFlow => {
  switch (action.type) {
    case 'started':
      return state.step === 'idle' ? review : state
    case 'ticked':
      return ticked(state)
    case 'more-time-wanted':
      return state.step === 'review' ? { ...state, secondsLeft: state.secondsLeft + REVIEW_SECONDS } : state
    case 'reviewed':
      return state.step === 'review' ? { step: 'drawing' } : state
    case 'drawn':
      return state.step === 'drawing' ? auth : state
    case 'redraw-wanted':
      return state.step === 'auth' && !isAsking(state) ? { step: 'drawing' } : state
    case 'identified':
    case 'authenticated':
    case 'agent-failed':
      return asked(state, action)
    case 'confirmed':
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
      return flowTexts.verificationCancelled
    default:
      return undefined
  }
}
