import { useEffect, useReducer } from 'react'
import type { GuestAddress } from './guest-address.ts'
import type { GuestAction, GuestState } from './guest-flow.ts'
import { guestReducer, guestStart } from './guest-flow.ts'
import { openInvitation } from './open-invitation.ts'

/** The guest's flow, with the one call that it makes by itself. Its address never changes: another one is another flow. */
export const useGuestFlow = (address: GuestAddress): [GuestState, (action: GuestAction) => void] => {
  const [state, dispatch] = useReducer(guestReducer, address, guestStart)
  const token = state.step === 'validating' ? state.token : undefined
  useEffect(() => {
    if (token === undefined) return
    const controller = new AbortController()
    void openInvitation(token, controller.signal).then((action) => action && dispatch(action))
    return () => controller.abort()
  }, [token])
  return [state, dispatch]
}
