import { useEffect, useReducer } from 'react'
import type { GuestAddress } from './guest-address.ts'
import type { GuestAction, GuestState } from './guest-flow.ts'
import { guestReducer, guestStart } from './guest-flow.ts'
import { loadField } from './load-field.ts'
import { openInvitation } from './open-invitation.ts'

/** Field of a field link that is still on its way. */
const awaitedField = (state: GuestState): number | undefined =>
  state.step === 'reading' && state.fieldAwaited && state.visit.way.kind === 'field-link'
    ? state.visit.way.fieldId
    : undefined

/** The guest's flow, with the calls that it makes by itself. Its address never changes: another one is another flow. */
export const useGuestFlow = (address: GuestAddress): [GuestState, (action: GuestAction) => void] => {
  const [state, dispatch] = useReducer(guestReducer, address, guestStart)
  const token = state.step === 'validating' ? state.token : undefined
  useEffect(() => {
    if (token === undefined) return
    const controller = new AbortController()
    void openInvitation(token, controller.signal).then((action) => action && dispatch(action))
    return () => controller.abort()
  }, [token])
  const fieldId = awaitedField(state)
  useEffect(() => {
    if (fieldId === undefined) return
    let gone = false
    void loadField(fieldId).then((field) => gone || dispatch({ type: 'field-loaded', field }))
    return () => {
      gone = true
    }
  }, [fieldId])
  return [state, dispatch]
}
