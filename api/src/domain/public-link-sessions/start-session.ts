import { BY_PUBLIC_LINK, type ReplyOf, type StartAgentSessionSchema, type startAgentSessionCall } from 'shared/contract'
import type * as v from 'valibot'
import { SECOND_MS } from '../../platform/clock.ts'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError, invalidInput } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import { isOneMailbox } from '../../platform/mail/header-text.ts'
import type { ApiServices } from '../../platform/services.ts'
import { checkOpenField, checkRoomForField, publicDocument } from '../access/check-open-field.ts'
import { checkTurn } from '../access/check-turn.ts'
import { findField } from '../access/find-field.ts'
import { ABANDONED_SESSION_KEPT, LINK_SESSION_LIFE } from '../access/link-session-constants.ts'
import { type LinkSession, ownFieldOf, placeOwnField } from '../access/own-field.ts'
import { type StoredField, viewField } from '../access/view-field.ts'
import { appendEvent } from '../audit/append-event.ts'
import { currentRevision } from '../documents/revisions.ts'
import { useLinkCode } from './link-codes.ts'

export type SessionRequest = v.InferOutput<typeof StartAgentSessionSchema>

type LinkFieldPlace = Pick<LinkSession, 'field_id' | 'x' | 'y' | 'width' | 'height'>
type LinkSessionDependencies = Pick<ApiServices, 'db' | 'blobs' | 'clock' | 'guestTokens' | 'resetCodes'>

const namedField = async (db: ApiDatabase, documentId: number, fieldId: number, now: number): Promise<StoredField> => {
  const field = await findField(db, fieldId)
  if (field === undefined || field.document_id !== documentId) throw new ApiError('FIELD_OF_OTHER_DOCUMENT')
  await checkOpenField(db, field, now)
  await checkTurn(db, field)
  return field
}

const ownPlace = async ({ db, blobs }: LinkSessionDependencies, documentId: number): Promise<LinkFieldPlace> => {
  await checkRoomForField(db, documentId)
  const { sha256 } = await currentRevision(db, documentId)
  const { x, y, width, height } = placeOwnField(await blobs.read(sha256))
  return { field_id: newId(), x, y, width, height }
}

const toSession = (
  request: SessionRequest,
  place: LinkFieldPlace,
  { now, confirmed }: { now: number; confirmed: boolean },
): LinkSession => ({
  id: newId(),
  document_id: request.user_file_id,
  ...place,
  name: request.name,
  email: request.email,
  identification_type: request.identification.type,
  identification_number: request.identification.number,
  created_at: now,
  expires_at: now + LINK_SESSION_LIFE,
  email_confirmed_at: confirmed ? now : null,
  ended_at: null,
  used_at: null,
})

const storeSession = ({ db }: Pick<ApiServices, 'db'>, session: LinkSession): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await publicDocument(transaction, session.document_id, session.created_at)
    await transaction
      .deleteFrom('agent_sessions')
      .where('expires_at', '<=', session.created_at - ABANDONED_SESSION_KEPT)
      .where('used_at', 'is', null)
      .execute()
    await transaction.insertInto('agent_sessions').values(session).execute()
    const data = {
      field: session.field_id,
      name: session.name,
      declared: `${session.identification_type} ${session.identification_number}`,
      link: BY_PUBLIC_LINK,
      ...(session.email_confirmed_at === null ? {} : { confirmed: session.email }),
    }
    const actor = `agent-session:${session.id}`
    await appendEvent(transaction, session.document_id, {
      at: session.created_at,
      kind: 'signer-identified',
      actor,
      data,
    })
  })

/** The guest's identity is recorded, not verified. */
export const startLinkSession = async (
  services: LinkSessionDependencies,
  request: SessionRequest,
): Promise<ReplyOf<typeof startAgentSessionCall>> => {
  const { db, clock, guestTokens } = services
  const { user_file_id: documentId, field_id: fieldId, email } = request
  if (email !== '' && !isOneMailbox(email)) throw invalidInput('email', 'El email no es válido')
  const now = clock()
  const { link_code_at } = await publicDocument(db, documentId, now)
  const named = fieldId === null ? undefined : await namedField(db, documentId, fieldId, now)
  const place = named && { field_id: named.id, x: null, y: null, width: null, height: null }
  const where = place ?? (await ownPlace(services, documentId))
  if (link_code_at !== null) await useLinkCode(services, { documentId, email, code: request.email_code })
  const session = toSession(request, where, { now, confirmed: link_code_at !== null })
  const field = named ?? ownFieldOf(session)
  if (field === undefined) throw new Error('a session has neither a named field nor an own one')
  await storeSession(services, session)
  return {
    // Hides the intended signer.
    signature_field: { ...viewField(field), signer_name: session.name, signer_email: email },
    access_token: guestTokens.seal({
      source: { kind: 'agent-session', sessionId: session.id },
      fieldId: field.id,
      expiresAt: session.expires_at,
    }),
    expires_in: LINK_SESSION_LIFE / SECOND_MS,
  }
}
