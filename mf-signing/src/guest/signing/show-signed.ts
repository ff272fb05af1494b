import { HttpError, invitationsApi, reportUnknown } from 'shared/http'
import { notify } from 'shared/state'
import { SigningRefused } from '../../signing/signing-refused.ts'
import type { GuestFlowAction } from '../session/guest-flow.ts'
import { type GuestSession, invitedSession, withSignedField } from '../session/guest-session.ts'
import { signedTexts } from './constants.ts'
import { forgetKeptDrawing } from './forget-drawing.ts'
import { savedIdsOf } from './signed-tabs.ts'

export interface SignedElsewhere {
  readonly guest: GuestSession
  readonly dispatch: (action: GuestFlowAction) => void
  readonly viewer: { readonly reload: () => void }
}

/** An invitation may have several fields: only the server knows which are signed. */
const readSession = async (guest: GuestSession): Promise<GuestSession> => {
  const { entry } = guest
  if (entry.kind === 'invitation')
    try {
      return invitedSession(await invitationsApi.validate(entry.token), entry.token)
    } catch (error) {
      reportUnknown(error)
    }
  return withSignedField(guest, undefined, null)
}

/** Leaves the signing steps, and shows the signed document. */
export const showSigned = async ({ guest, dispatch, viewer }: SignedElsewhere): Promise<void> => {
  const now = await readSession(guest)
  const isOthers = now.entry.kind === 'invitation' && now.entry.signedByOther === true
  // A drawing that was not used stays until its author has read why.
  if (!isOthers) for (const id of savedIdsOf(guest)) forgetKeptDrawing(id)
  dispatch({ type: 'signed-elsewhere', guest: now })
  if (now.field?.status === 'signed')
    notify({
      type: 'info',
      message: isOthers ? signedTexts.signedByOther(now.field.signerName) : signedTexts.signedElsewhere,
    })
  viewer.reload()
}

const isFieldSigned = (error: unknown): boolean => {
  const cause = error instanceof SigningRefused ? error.cause : error
  return cause instanceof HttpError && cause.code === 'FIELD_SIGNED'
}

/**
 * Runs a call of the signing steps. A retry can only fail after
 * `FIELD_SIGNED`, so the steps end.
 * @throws AbortError if the field was signed elsewhere
 */
export const unlessSigned = async <T>(where: SignedElsewhere, call: Promise<T>): Promise<T> => {
  try {
    return await call
  } catch (error) {
    if (!isFieldSigned(error)) throw error
    await showSigned(where)
    throw new DOMException('signed elsewhere', 'AbortError')
  }
}
