import { useEffect, useReducer } from 'react'
import { filesApi } from 'shared/http'
import type { GuestAddress } from './guest-address.ts'
import type { GuestAction, GuestState } from './guest-flow.ts'
import { guestReducer, guestStart } from './guest-flow.ts'
import { loadField } from './load-field.ts'
import { openInvitation } from './open-invitation.ts'

const awaitedField = (state: GuestState): number | undefined =>
  state.step === 'reading' && state.fieldAwaited && state.visit.way.kind === 'field-link'
    ? state.visit.way.fieldId
    : undefined

const awaitedLink = (state: GuestState): number | undefined =>
  'visit' in state && state.visit.way.kind !== 'invitation' && state.visit.way.link === 'awaited'
    ? state.visit.documentId
    : undefined

/** Runs the flow and its requests. `address` must not change; use `key`. */
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
  const documentId = awaitedLink(state)
  useEffect(() => {
    if (documentId === undefined) return
    const controller = new AbortController()
    filesApi.publicLink(documentId, controller.signal).then(
      (link) => dispatch({ type: 'link-read', link }),
      () => controller.signal.aborted || dispatch({ type: 'link-read', link: 'unknown' }),
    )
    return () => controller.abort()
  }, [documentId])
  return [state, dispatch]
}
