import type { SignatureField, SignatureResult } from 'shared/contract'
import { agentApi, HttpError, invitationsApi } from 'shared/http'
import { CONSENT_VERSION } from 'shared/http/evidence'
import type { SignBody, SignField } from '../../agent/signing-agent.ts'
import type { Field } from '../../fields/field-lifecycle.ts'
import { SIGNING_TIMEOUT_MS } from '../../signing-flow/constants.ts'
import type { Signer } from '../../signing-flow/signer.ts'
import { SigningRefused } from '../../signing-flow/signing-refused.ts'
import { withinTime } from '../../signing-flow/within-time.ts'
import type { Invitation, Visit } from '../guest-visit.ts'

export interface GuestAttempt {
  readonly visit: Visit
  readonly field: Field
  /** PNG data URL. */
  readonly signatureData: string
  /** Same for every attempt: a retry never signs twice. */
  readonly idempotencyKey: string
  readonly signField: SignField
  /** SHA-256 of the displayed document, if available. */
  readonly shown: string | undefined
}

/** One field, and an access token to sign it. */
export interface AgentSession {
  readonly signature_field: SignatureField
  readonly access_token: string
}

interface NamedField {
  readonly id: number
  readonly page: number
}

const bodyOf = (
  { visit, signatureData, idempotencyKey, shown }: GuestAttempt,
  field: NamedField,
  who: Who,
): SignBody => ({
  idempotency_key: idempotencyKey,
  field_id: field.id,
  signature_data: signatureData,
  consent: CONSENT_VERSION,
  signer_info: who,
  field_info: { documentName: visit.fileName, page: field.page, fieldId: field.id },
  certificate_info: null,
  ...(shown === undefined ? {} : { document_sha256: shown }),
})

type Who = { readonly name: string; readonly email: string }

/** Retries once with a fresh token after a 401. */
const withFreshToken = async <T>(run: (token: string) => Promise<T>, token: string, renew: () => Promise<string>) => {
  try {
    return await run(token)
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 401) throw error
    return await run(await renew())
  }
}

/** Uses the specification's message; network errors keep theirs. */
const refusing = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof HttpError && error.failure.kind !== 'network') throw new SigningRefused(error)
    throw error
  }
}

/**
 * Signs the invited guest's field.
 * @throws HttpError, SigningRefused, AgentError, AbortError
 */
export const signByInvitation = (
  attempt: GuestAttempt,
  { token, user }: Invitation,
  onRenewed: (accessToken: string) => void,
): Promise<SignatureResult> => {
  const { field, signField } = attempt
  const { id } = field
  if (typeof id !== 'number') throw new Error('an invitation has a field of the document')
  const others = attempt.visit.others.flatMap((other) => (other.status === 'saved' ? [other.id] : []))
  const body = {
    ...bodyOf(attempt, { id, page: field.page }, { name: field.signerName, email: user.email }),
    ...(others.length === 0 ? {} : { other_field_ids: others }),
  }
  const renew = async () => {
    const { access_token } = await invitationsApi.validate(token)
    onRenewed(access_token)
    return access_token
  }
  return refusing(withFreshToken((bearer) => signField(id, body, { token: bearer }), user.access_token, renew))
}

export interface SessionHolder {
  current: (AgentSession & { readonly signer: Signer }) | undefined
}

/** Buys the right to sign with what a person says of themselves. @throws HttpError, SigningRefused */
export const startSession = async (visit: Visit, signer: Signer, held: SessionHolder): Promise<AgentSession> => {
  const { identification, name, email, code } = signer
  const who = { identification, name: name.trim(), email: email.trim(), ...(code === '' ? {} : { email_code: code }) }
  const field_id = visit.way.kind === 'field-link' ? visit.way.fieldId : null
  const body = { user_file_id: visit.documentId, field_id, ...who }
  const session = await refusing(withinTime(SIGNING_TIMEOUT_MS, (signal) => agentApi.startSession(body, signal)))
  held.current = { ...session, signer }
  return session
}

/** Uses the code of the e-mail up; who was let in with the same words is not asked again. @throws HttpError, SigningRefused */
export const checkCode = async (visit: Visit, signer: Signer, held: SessionHolder): Promise<void> => {
  if (JSON.stringify(held.current?.signer) !== JSON.stringify(signer)) await startSession(visit, signer, held)
}

/**
 * Signs by public link: exchanges the confirmed
 * identity for an access token. A retry reuses it.
 * @throws HttpError, SigningRefused, AgentError, AbortError
 */
export const signByPublicLink = async (
  attempt: GuestAttempt,
  signer: Signer,
  held: SessionHolder,
): Promise<SignatureResult> => {
  const { visit, signField } = attempt
  const start = () => startSession(visit, signer, held)
  const sign = ({ signature_field: field, access_token }: AgentSession) => {
    const who = { name: field.signer_name, email: field.signer_email }
    return signField(field.id, bodyOf(attempt, field, who), { token: access_token })
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
