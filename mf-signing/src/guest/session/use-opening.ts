import { useEffect, useEffectEvent } from 'react'
import { useOnline } from 'shared/state'
import { SITE_RETRY_MS } from '../constants.ts'
import { type AskForInvitation, type OpeningAction, openInvitation } from './open-invitation.ts'

export interface OpeningState {
  readonly step: string
  readonly token?: string
  readonly isDown?: boolean
}

/** Asks for the invitation, and again while the site is down or after the device was offline. `ask` must be stable. */
export const useOpening = <R>(
  state: OpeningState,
  ask: AskForInvitation<R>,
  dispatch: (action: OpeningAction<R> | { readonly type: 'retried' }) => void,
): void => {
  const open = useEffectEvent((token: string, signal: AbortSignal) => {
    void openInvitation(ask, token, signal).then((action) => action && dispatch(action))
  })
  const token = state.step === 'validating' ? state.token : undefined
  useEffect(() => {
    if (token === undefined) return
    const controller = new AbortController()
    open(token, controller.signal)
    return () => controller.abort()
  }, [token])
  const refused = state.step === 'unreachable' && state.isDown ? state.token : undefined
  useEffect(() => {
    if (refused === undefined) return
    const controller = new AbortController()
    const timer = setInterval(() => open(refused, controller.signal), SITE_RETRY_MS)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [refused])
  useOnline(state.step === 'unreachable', () => dispatch({ type: 'retried' }))
}
