import { useEffect, useReducer } from 'react'
import { filesApi, invitationsApi, reportUnknown } from 'shared/http'
import type { GuestAddress } from './guest-address.ts'
import type { GuestFlowAction, GuestState } from './guest-flow.ts'
import { guestReducer, guestStart } from './guest-flow.ts'
import { useOpening } from './use-opening.ts'

const awaitedField = (state: GuestState): number | undefined =>
  state.step === 'reading' && state.fieldAwaited && state.guest.entry.kind === 'field-link'
    ? state.guest.entry.fieldId
    : undefined

const awaitedLink = (state: GuestState): number | undefined =>
  'guest' in state && state.guest.entry.kind !== 'invitation' && state.guest.entry.link === 'awaited'
    ? state.guest.documentId
    : undefined

/** `address` must not change; use `key`. */
export const useGuestFlow = (address: GuestAddress): [GuestState, (action: GuestFlowAction) => void] => {
  const [state, dispatch] = useReducer(guestReducer, address, guestStart)
  useOpening(state, invitationsApi.validate, dispatch)
  const fieldId = awaitedField(state)
  useEffect(() => {
    if (fieldId === undefined) return
    let gone = false
    import(/* webpackChunkName: "guest-aside" */ './load-field.ts')
      .then(({ loadField }) => loadField(fieldId), reportUnknown)
      .then((field) => gone || dispatch({ type: 'field-loaded', field: field ?? undefined }))
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
      (error: unknown) => {
        reportUnknown(error)
        if (!controller.signal.aborted) dispatch({ type: 'link-read', link: 'unknown' })
      },
    )
    return () => controller.abort()
  }, [documentId])
  return [state, dispatch]
}
