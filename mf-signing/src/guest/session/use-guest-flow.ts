import { useEffect, useReducer } from 'react'
import type { SignatureField } from 'shared/contract'
import { type Bearer, currentAccessToken, fieldsApi, filesApi, invitationsApi, reportUnknown } from 'shared/http'
import { storedAccessToken } from 'shared/state'
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

/** Signing pages do not restore the stored session (specification, section 6). */
const bearerOfUser = (): Bearer => {
  const token = currentAccessToken() === undefined ? storedAccessToken() : undefined
  return token === undefined ? 'session' : { token }
}

/** Only logs a failure (specification, section 8): the document stays readable. */
const loadField = async (fieldId: number): Promise<SignatureField | undefined> => {
  try {
    const { signature_field } = await fieldsApi.get(fieldId, bearerOfUser())
    return signature_field
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification requires logging only.
    console.warn('the signature field could not be loaded', error)
    return undefined
  }
}

/** `address` must not change; use `key`. */
export const useGuestFlow = (address: GuestAddress): [GuestState, (action: GuestFlowAction) => void] => {
  const [state, dispatch] = useReducer(guestReducer, address, guestStart)
  useOpening(state, invitationsApi.validate, dispatch)
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
      (error: unknown) => {
        reportUnknown(error)
        if (!controller.signal.aborted) dispatch({ type: 'link-read', link: 'unknown' })
      },
    )
    return () => controller.abort()
  }, [documentId])
  return [state, dispatch]
}
