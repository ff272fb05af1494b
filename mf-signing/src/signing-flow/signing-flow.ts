import type { AgentHelp } from '../agent/signing-agent.ts'
import { flowTexts, REVIEW_SECONDS } from './constants.ts'

/** State of the agent's request. */
export type Asking =
  | { readonly kind: 'none' }
  /** `note`: what the agent waits for. */
  | { readonly kind: 'under-way'; readonly note?: string }
  /** `code`: it is this one of the e-mail that was refused. */
  | { readonly kind: 'failed'; readonly message: string; readonly help?: AgentHelp; readonly code?: string }

/**
 * State machine of signing (specification, section 4), plus
 * drawing and signing steps. With a card, `card` replaces
 * `verification` and alternates with `processing`. Leaving
 * returns to `idle` and drops all input.
 */
export type SigningFlow =
  | { readonly step: 'idle' }
  | { readonly step: 'review'; readonly secondsLeft: number }
  | { readonly step: 'drawing' }
  | { readonly step: 'auth'; readonly asking: Asking }
  | { readonly step: 'verification'; readonly code: string; readonly secondsLeft: number }
  /** `again`: another signature was added first, so this one is repeated. */
  | { readonly step: 'card'; readonly done: number; readonly total: number; readonly again: boolean }
  /** `done` of `total` fields are signed. */
  | { readonly step: 'processing'; readonly done: number; readonly total: number }
  /**
   * A retry reuses identification and drawing. `differs`:
   * the server has another version, so reload first.
   */
  | { readonly step: 'failed'; readonly message: string; readonly differs: boolean }
  | { readonly step: 'signed' }

export type FlowAction =
  /** `from` drawing: the field is already in view. */
  | { readonly type: 'started'; readonly from?: 'review' | 'drawing' }
  | { readonly type: 'ticked' }
  | { readonly type: 'more-time-wanted' }
  | { readonly type: 'reviewed' }
  | { readonly type: 'drawn' }
  | { readonly type: 'redraw-wanted' }
  | { readonly type: 'identified' }
  | { readonly type: 'authenticated'; readonly code: string; readonly seconds: number }
  | { readonly type: 'agent-noted'; readonly note: string }
  /** The agent refused, before or during confirmation. */
  | { readonly type: 'agent-failed'; readonly message: string; readonly help?: AgentHelp; readonly code?: string }
  | { readonly type: 'card-found'; readonly total: number }
  | { readonly type: 'card-asked'; readonly again: boolean }
  | { readonly type: 'card-answered' }
  | { readonly type: 'confirmed'; readonly total: number }
  | { readonly type: 'field-signed' }
  | { readonly type: 'signing-failed'; readonly message: string; readonly differs?: boolean }
  /** The document reloads; the review starts again. */
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
      // The countdown stops at 0; only the agent ends this step.
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

/** Ignores actions that don't belong to the step, such as late answers. */
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
      // The server is writing; leaving can't undo it.
      return state.step === 'processing' ? state : flowStart
  }
}

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
