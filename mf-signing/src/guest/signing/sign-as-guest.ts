import type { SignatureField, SignatureResult } from 'shared/contract'
import { agentApi, HttpError } from 'shared/http'
import type { SignField } from '../../agent/signing-agent.ts'
import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { isSaved, isTemporary } from '../../fields/field-lifecycle.ts'
import { SIGNING_TIMEOUT_MS } from '../../signing/constants.ts'
import { type DocumentSigningRequest, signDocument } from '../../signing/sign-document.ts'
import { SigningRefused } from '../../signing/signing-refused.ts'
import { withSigningTimeout } from '../../signing/with-signing-timeout.ts'
import type { ConfirmedSigner } from '../../signing-flow/signer.ts'
import { withFreshToken, withGuestAccess } from '../session/guest-access.ts'
import type { GuestSession, InvitationEntry } from '../session/guest-session.ts'

export interface GuestAttempt {
  readonly guest: GuestSession
  readonly field: PlacedField
  readonly signatureData: string
  /** Same for every attempt: a retry never signs twice. */
  readonly idempotencyKey: string
  readonly signField: SignField
  readonly shown: string | undefined
  readonly form?: DocumentSigningRequest['form']
}

interface AgentSession {
  readonly signature_field: SignatureField
  readonly access_token: string
}

const guestRequest = (
  { guest, signatureData, idempotencyKey, shown, form }: GuestAttempt,
  fields: DocumentSigningRequest['fields'],
  signer: DocumentSigningRequest['signer'],
): DocumentSigningRequest => ({
  documentName: guest.fileName,
  fields,
  signer,
  signatureData,
  idempotencyKey,
  shown,
  form,
})

/** Network errors keep their message. */
const refusing = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof HttpError && error.failure.kind !== 'network') throw new SigningRefused(error)
    throw error
  }
}

export const signByInvitation = (
  attempt: GuestAttempt,
  invitation: InvitationEntry,
  onRenewed: (accessToken: string) => void,
): Promise<SignatureResult> => {
  const { field, signField } = attempt
  if (isTemporary(field)) throw new Error('an invitation has a field of the document')
  const signer = { name: field.signerName, email: invitation.user.email }
  const request = guestRequest(attempt, [field, ...attempt.guest.others.filter(isSaved)], signer)
  return refusing(withGuestAccess({ invitation, onRenewed }, (bearer) => signDocument(request, signField, bearer)))
}

export interface SessionHolder {
  current: (AgentSession & { readonly signer: ConfirmedSigner }) | undefined
}

const startSession = async (
  guest: GuestSession,
  signer: ConfirmedSigner,
  held: SessionHolder,
): Promise<AgentSession> => {
  const { identification, name, email, code } = signer
  const who = { identification, name: name.trim(), email: email.trim(), ...(code === '' ? {} : { email_code: code }) }
  const field_id = guest.entry.kind === 'field-link' ? guest.entry.fieldId : null
  const body = { user_file_id: guest.documentId, field_id, ...who }
  const session = await refusing(
    withSigningTimeout(SIGNING_TIMEOUT_MS, (signal) => agentApi.startSession(body, signal)),
  )
  held.current = { ...session, signer }
  return session
}

/** A code works once: reuses the session of the same signer. */
export const checkMailedCode = async (
  guest: GuestSession,
  signer: ConfirmedSigner,
  held: SessionHolder,
): Promise<void> => {
  if (JSON.stringify(held.current?.signer) !== JSON.stringify(signer)) await startSession(guest, signer, held)
}

/** A retry reuses the access token. */
export const signByPublicLink = async (
  attempt: GuestAttempt,
  signer: ConfirmedSigner,
  held: SessionHolder,
): Promise<SignatureResult> => {
  const { guest, signField } = attempt
  const start = () => startSession(guest, signer, held)
  const sign = ({ signature_field: field, access_token }: AgentSession) => {
    const who = { name: field.signer_name, email: field.signer_email }
    return signDocument(guestRequest(attempt, [field], who), signField, { token: access_token })
  }
  const run = async (): Promise<SignatureResult> => {
    const session = held.current ?? (await start())
    return withFreshToken(
      () => sign(held.current ?? session),
      session.access_token,
      async () => (await start()).access_token,
    )
  }
  return refusing(run())
}
