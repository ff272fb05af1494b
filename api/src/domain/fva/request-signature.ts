import type { Identification, ReplyOf } from 'shared/contract'
import type { FvaProblem, startFvaSignatureCall } from 'shared/contract/fva'
import { hashHex } from 'shared/server'
import { SECOND_MS } from '../../platform/clock.ts'
import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { answerRepeated, joinKey, requestFingerprint, splitKey } from '../../platform/http/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { currentOrigin } from '../../platform/origin.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { StoredField } from '../access/view-field.ts'
import { requesterName } from '../audit/actor-name.ts'
import { storedDocument } from '../documents/stored-document.ts'
import { toValues } from '../form-fields/check-values.ts'
import { carriesRequired } from '../pki/check-holder.ts'
import { type FilledRevision, filledRevision } from '../returned-copy/filled-revision.ts'
import { authoriseSigning, checkUnsigned } from '../signing/authorise-signing.ts'
import { checkSameAgent, checkShown } from '../signing/check-document.ts'
import { checkStated } from '../signing/check-stated.ts'
import { consentOf } from '../signing/consent.ts'
import { linkKindOf } from '../signing/record-signature.ts'
import { answerSigned } from '../signing/sign-field.ts'
import { findSignature } from '../signing/view-signature.ts'
import { withDocument } from '../signing/with-document.ts'
import { asRefusal } from '../signing/write-signature.ts'
import { DOCUMENT_MAX_BYTES, FVA_TIME_LIMIT, type FvaAnswer } from './fva-client.ts'
import { type FvaRequest, keepFvaRequest, moveFvaRequest } from './fva-requests.ts'
import { type FvaService, signingWayOf } from './fva-service.ts'
import { problemOfRequest } from './problem-of-code.ts'

/** As `SigningRequest`, without a drawing: BCCR's contract has no place for one. */
export interface SignatureOrder {
  readonly actor: SessionActor | GuestActor
  readonly fieldId: number
  /** Idempotency key of the page. */
  readonly key: string
  readonly identification: Identification
  readonly shown?: string | undefined
  readonly consent?: string | undefined
  readonly formValues?: unknown
}

type Reply = ReplyOf<typeof startFvaSignatureCall>

/** @throws ApiError NOT_FOUND if this installation has no FVA */
export const fvaOf = ({ fva }: Pick<ApiServices, 'fva'>): FvaService => {
  if (fva === null) throw new ApiError('NOT_FOUND')
  return fva
}

const failedReply = (problem: FvaProblem): Reply => ({ state: 'failed', problem })

const SECONDS_MIN = 1
/** Seconds. An answer out of this range must not keep a field busy for ever. */
const SECONDS_MAX = 1800

const secondsOf = ({ seconds }: FvaAnswer): number => Math.min(SECONDS_MAX, Math.max(SECONDS_MIN, Math.floor(seconds)))

/**
 * Serial number in the subject of national certificates: CPF for citizens, DIDI for numbers that begin with 5, NUP for
 * DIMEX.
 */
export const nationalSerialNumber = ({ type, number }: Identification): string => {
  if (type === 'nacional') return `CPF-${number}`
  return `${number.startsWith('5') ? 'DIDI' : 'NUP'}-${number}`
}

const checkAsked = ({ certificate_identification: asked }: StoredField, { identification }: SignatureOrder): void => {
  if (asked !== null && !carriesRequired(nationalSerialNumber(identification), asked))
    throw new ApiError('CARD_NOT_ASKED')
}

const sentRevision = async (
  services: ApiServices,
  order: SignatureOrder,
  field: StoredField,
): Promise<FilledRevision> => {
  checkUnsigned(field)
  checkAsked(field, order)
  await checkSameAgent(services.db, field.document_id, signingWayOf(fvaOf(services)))
  await checkShown(services.db, field.document_id, order.shown)
  try {
    return await filledRevision(services, field, order.formValues)
  } catch (error) {
    throw error instanceof ApiError ? error : asRefusal(error)
  }
}

const signatureRequest = (
  services: ApiServices,
  order: SignatureOrder,
  field: StoredField,
  { toSign, filled }: FilledRevision,
): FvaRequest => {
  const now = services.clock()
  const origin = currentOrigin()
  return {
    id: newId(),
    document_id: field.document_id,
    field_id: field.id,
    requester: requesterName(order.actor),
    actor: JSON.stringify(order.actor),
    origin: origin === undefined ? null : JSON.stringify(origin),
    request_key: joinKey(order.key, orderFingerprint(order)),
    sent_sha256: hashHex(toSign),
    form_values: filled.length === 0 ? null : JSON.stringify(toValues(filled)),
    declared_type: order.identification.type,
    declared_number: order.identification.number,
    shown: order.shown ?? null,
    consent: consentOf(order.consent) ?? null,
    external_id: null,
    state: 'asking',
    problem: null,
    created_at: now,
    expires_at: now + FVA_TIME_LIMIT,
  }
}

const ask = async (services: ApiServices, { document_id, declared_number }: FvaRequest, document: Uint8Array) => {
  const { client } = fvaOf(services)
  const { original_filename } = await storedDocument(services.db, document_id)
  return client.ask({
    document,
    identification: declared_number,
    summary: `Firma de «${original_filename}»`,
    place: new URL(services.publicUrl).host,
    reason: 'Firma del documento',
    at: new Date(services.clock()),
  })
}

const askAndKeep = async (services: ApiServices, request: FvaRequest, document: Uint8Array): Promise<Reply> => {
  const { db, clock } = services
  const fail = async (problem: FvaProblem): Promise<Reply> => {
    await moveFvaRequest(db, request.id, ['asking'], { state: 'failed', problem })
    return failedReply(problem)
  }
  const answer = await ask(services, request, document).catch((error: unknown) => {
    fvaOf(services).log.warn({ err: error }, 'the FVA was not reached')
    return undefined
  })
  if (answer === undefined) return fail('unreachable')
  if (answer.code !== 0) return fail(problemOfRequest(answer.code))
  if (answer.id < 1 || answer.verification === '') return fail('request-unknown')
  const seconds = secondsOf(answer)
  const waiting = { state: 'waiting', external_id: answer.id, expires_at: clock() + seconds * SECOND_MS } as const
  if (!(await moveFvaRequest(db, request.id, ['asking'], waiting))) return failedReply('replaced')
  return { state: 'waiting', request_id: request.id, code: answer.verification, seconds }
}

const orderFingerprint = ({ identification, formValues }: SignatureOrder): string =>
  requestFingerprint([identification.type, identification.number, formValues ?? null])

const keyedOrder = (db: ApiServices['db'], order: SignatureOrder) => {
  const { actor, fieldId, key } = order
  const earlier = db.selectFrom('fva_requests').selectAll().where('field_id', '=', fieldId)
  const own = earlier.where('requester', '=', requesterName(actor)).where('state', 'in', ['received', 'signed'])
  return {
    fingerprint: orderFingerprint(order),
    find: async () => {
      const rows = await own.execute()
      return rows.map((row) => ({ ...row, ...splitKey(row.request_key) })).find((row) => row.key === key)
    },
    answer: (row: FvaRequest) => row,
  }
}

const answeredMeanwhile = async (services: ApiServices, order: SignatureOrder): Promise<Reply | undefined> => {
  const { db, clock } = services
  const { actor, fieldId } = order
  const answered = await answerRepeated(keyedOrder(db, order))
  if (answered === undefined) return undefined
  const signature = await findSignature(db, fieldId)
  if (signature !== undefined) {
    const isOwn = signature.agent.startsWith('fva') && signature.came_by === linkKindOf(actor)
    return isOwn ? { state: 'signed', result: await answerSigned(services, signature) } : undefined
  }
  return answered.expires_at > clock() ? { state: 'received', request_id: answered.id } : undefined
}

/** Leaves the document unchanged. @throws ApiError as `authoriseSigning`, IDEMPOTENCY_KEY_REUSED */
export const requestFvaSignature = async (services: ApiServices, order: SignatureOrder): Promise<Reply> => {
  const fva = fvaOf(services)
  const { db, clock } = services
  const { actor, fieldId } = order
  const { document_id } = await authoriseSigning(db, actor, { fieldId, way: signingWayOf(fva) }, clock())
  const answered = await answeredMeanwhile(services, order)
  if (answered !== undefined) return answered
  checkStated(actor, { ...order, declared: order.identification })
  const { request, bytes } = await withDocument(services, document_id, async () => {
    const field = await authoriseSigning(db, actor, { fieldId, way: signingWayOf(fva) }, clock())
    const revision = await sentRevision(services, order, field)
    return { request: signatureRequest(services, order, field, revision), bytes: revision.toSign }
  })
  if (bytes.length >= DOCUMENT_MAX_BYTES) return failedReply('too-large')
  await keepFvaRequest(db, request)
  return askAndKeep(services, request, bytes)
}
