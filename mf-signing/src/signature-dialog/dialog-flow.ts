import type { SignatureResult } from 'shared/contract'

export type DialogState =
  | { readonly step: 'draw'; readonly attempt: Attempt }
  | { readonly step: 'confirmation'; readonly result: SignatureResult }

type Attempt =
  | { readonly kind: 'none' }
  | { readonly kind: 'under-way' }
  /**
   * `reason`: only if it adds something. `differs`: the server has another
   * version of the document. `offline`: continues when the network returns.
   */
  | {
      readonly kind: 'failed'
      readonly reason: string | undefined
      readonly differs: boolean
      readonly offline: boolean
    }

export type DialogAction =
  | { readonly type: 'drawn' }
  | { readonly type: 'sign-pressed' }
  | {
      readonly type: 'sign-failed'
      readonly reason: string | undefined
      readonly differs?: boolean
      readonly offline?: boolean
    }
  | { readonly type: 'reloaded' }
  | { readonly type: 'sign-succeeded'; readonly result: SignatureResult }
  | { readonly type: 'finished' }

export const dialogStart: DialogState = { step: 'draw', attempt: { kind: 'none' } }

const failed = ({
  reason,
  differs = false,
  offline = false,
}: Extract<DialogAction, { type: 'sign-failed' }>): Attempt => ({ kind: 'failed', reason, differs, offline })

export const dialogReducer = (state: DialogState, action: DialogAction): DialogState => {
  if (action.type === 'finished') return dialogStart
  if (state.step === 'confirmation') return state
  const isRunning = state.attempt.kind === 'under-way'
  switch (action.type) {
    case 'drawn':
    case 'reloaded':
      return isRunning ? state : dialogStart
    case 'sign-pressed':
      return { step: 'draw', attempt: { kind: 'under-way' } }
    case 'sign-failed':
      return isRunning ? { step: 'draw', attempt: failed(action) } : state
    case 'sign-succeeded':
      return isRunning ? { step: 'confirmation', result: action.result } : state
  }
}
