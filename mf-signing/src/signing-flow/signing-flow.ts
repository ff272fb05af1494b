import type { AgentHelp } from '../agent/signing-agent.ts'
import { flowTexts, REVIEW_SECONDS } from './constants.ts'

export type AgentQuestion =
  | { readonly kind: 'none' }
  /** `note`: what the agent waits for. */
  | { readonly kind: 'under-way'; readonly note?: string }
  | ({ readonly kind: 'failed' } & AskingFailure)

interface AskingFailure {
  readonly message: string
  readonly help?: AgentHelp
  readonly code?: string
  /** Continues when the network returns. */
  readonly offline?: boolean
}

/**
 * Specification, section 4, plus drawing and signing. With a card, `card`
 * replaces `verification` and alternates with `processing`. Leaving drops
 * all input.
 */
export type SigningFlow =
  | { readonly step: 'idle' }
  | { readonly step: 'review'; readonly secondsLeft: number }
  | { readonly step: 'drawing' }
  | { readonly step: 'auth'; readonly asking: AgentQuestion }
  | { readonly step: 'verification'; readonly code: string; readonly secondsLeft: number }
  /** `again`: another signature was added first. */
  | { readonly step: 'card'; readonly done: number; readonly total: number; readonly again: boolean }
  | {
      readonly step: 'gaudi'
      readonly code: string
      readonly secondsLeft: number
      readonly done: number
      readonly total: number
    }
  | { readonly step: 'processing'; readonly done: number; readonly total: number }
  | { readonly step: 'failed'; readonly message: string; readonly differs: boolean; readonly offline: boolean }
  | { readonly step: 'signed' }

export type FlowAction =
  | { readonly type: 'started'; readonly from?: 'review' | 'drawing' }
  | { readonly type: 'ticked' }
  | { readonly type: 'more-time-wanted' }
  | { readonly type: 'reviewed' }
  | { readonly type: 'drawn' }
  | { readonly type: 'redraw-wanted' }
  | { readonly type: 'identified' }
  | { readonly type: 'authenticated'; readonly code: string; readonly seconds: number }
  | { readonly type: 'agent-noted'; readonly note: string }
  | ({ readonly type: 'agent-failed' } & AskingFailure)
  | { readonly type: 'card-found'; readonly total: number }
  | { readonly type: 'card-asked'; readonly again: boolean }
  | { readonly type: 'card-answered' }
  | { readonly type: 'code-shown'; readonly code: string; readonly seconds: number }
  | { readonly type: 'confirmed'; readonly total: number }
  | { readonly type: 'field-signed' }
  | {
      readonly type: 'signing-failed'
      readonly message: string
      readonly differs?: boolean
      readonly offline?: boolean
    }
  | { readonly type: 'reloaded' }
  | { readonly type: 'retried'; readonly total: number }
  | { readonly type: 'completed' }
  | { readonly type: 'left' }

export const flowStart: SigningFlow = { step: 'idle' }

const review: SigningFlow = { step: 'review', secondsLeft: REVIEW_SECONDS }
const auth: SigningFlow = { step: 'auth', asking: { kind: 'none' } }

const first = (from: 'review' | 'drawing' | undefined): SigningFlow =>
  from === 'drawing' ? { step: 'drawing' } : review

const ticked = (state: SigningFlow): SigningFlow => {
  switch (state.step) {
    case 'review':
      return state.secondsLeft > 1 ? { ...state, secondsLeft: state.secondsLeft - 1 } : { step: 'drawing' }
    case 'verification':
    case 'gaudi':
      // Only the agent ends this step.
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

type AskingAction = Extract<
  FlowAction,
  { type: 'identified' | 'authenticated' | 'agent-noted' | 'agent-failed' | 'card-found' }
>

const answered = (
  state: SigningFlow,
  action: Exclude<AskingAction, { type: 'identified' | 'agent-failed' }>,
): SigningFlow => {
  if (!isAsking(state)) return state
  switch (action.type) {
    case 'authenticated':
      return { step: 'verification', code: action.code, secondsLeft: action.seconds }
    case 'agent-noted':
      return { step: 'auth', asking: { kind: 'under-way', note: action.note } }
    case 'card-found':
      return { step: 'processing', done: 0, total: action.total }
  }
}

const asked = (state: SigningFlow, action: AskingAction): SigningFlow => {
  switch (action.type) {
    case 'identified':
      return state.step === 'auth' ? { step: 'auth', asking: { kind: 'under-way' } } : state
    case 'agent-failed':
      return isAsking(state) || state.step === 'verification' || isWorking(state) ? failed(action) : state
    default:
      return answered(state, action)
  }
}

type SigningAction = Extract<
  FlowAction,
  {
    type:
      | 'confirmed'
      | 'card-asked'
      | 'card-answered'
      | 'code-shown'
      | 'field-signed'
      | 'signing-failed'
      | 'retried'
      | 'completed'
  }
>

type Working = Extract<SigningFlow, { step: 'processing' | 'card' | 'gaudi' }>

const working = (
  state: Working,
  action: Extract<SigningAction, { type: 'card-asked' | 'signing-failed' }>,
): SigningFlow =>
  action.type === 'card-asked'
    ? { step: 'card', done: state.done, total: state.total, again: action.again }
    : {
        step: 'failed',
        message: action.message,
        differs: action.differs ?? false,
        offline: action.offline ?? false,
      }

const advanced = (
  { done, total }: Extract<SigningFlow, { step: 'processing' | 'gaudi' }>,
  type: 'field-signed' | 'completed',
): SigningFlow => (type === 'completed' ? { step: 'signed' } : { step: 'processing', done: done + 1, total })

const isWorking = (state: SigningFlow): state is Working =>
  state.step === 'processing' || state.step === 'card' || state.step === 'gaudi'

const begun = (state: SigningFlow, after: SigningFlow['step'], total: number): SigningFlow =>
  state.step === after ? { step: 'processing', done: 0, total } : state

const signing = (state: SigningFlow, action: SigningAction): SigningFlow => {
  switch (action.type) {
    case 'confirmed':
      return begun(state, 'verification', action.total)
    case 'retried':
      return begun(state, 'failed', action.total)
    case 'card-asked':
    case 'signing-failed':
      return isWorking(state) ? working(state, action) : state
    case 'card-answered':
      return isWorking(state) ? { step: 'processing', done: state.done, total: state.total } : state
    case 'code-shown':
      return isWorking(state)
        ? { step: 'gaudi', code: action.code, secondsLeft: action.seconds, done: state.done, total: state.total }
        : state
    case 'field-signed':
    case 'completed':
      return state.step === 'processing' || state.step === 'gaudi' ? advanced(state, action.type) : state
  }
}

type PreparingAction = Extract<
  FlowAction,
  { type: 'started' | 'ticked' | 'more-time-wanted' | 'reloaded' | 'reviewed' | 'drawn' | 'redraw-wanted' }
>

const prepared = (state: SigningFlow, action: PreparingAction): SigningFlow => {
  switch (action.type) {
    case 'started':
      return state.step === 'idle' ? first(action.from) : state
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
  }
}

export const flowReducer = (state: SigningFlow, action: FlowAction): SigningFlow => {
  switch (action.type) {
    case 'started':
    case 'ticked':
    case 'more-time-wanted':
    case 'reloaded':
    case 'reviewed':
    case 'drawn':
    case 'redraw-wanted':
      return prepared(state, action)
    case 'identified':
    case 'authenticated':
    case 'agent-noted':
    case 'agent-failed':
    case 'card-found':
      return asked(state, action)
    case 'confirmed':
    case 'card-asked':
    case 'card-answered':
    case 'code-shown':
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
    case 'gaudi':
      return flowTexts.verificationCancelled
    default:
      return undefined
  }
}
