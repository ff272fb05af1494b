import type { Identification, ReplyOf } from 'shared/contract'
import { SENDING_CONSENT_VERSION } from 'shared/contract/consent'
import type { signSendingCall } from 'shared/contract/sendings'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { GuestActor, GuestSource } from '../../platform/http/actor.ts'
import { ApiError, invalidInput } from '../../platform/http/api-error.ts'
import { answerRepeated, joinKey, requestFingerprint, splitKey } from '../../platform/http/idempotency.ts'
import type { ApiServices } from '../../platform/services.ts'
import { invitationsWithFacts } from '../access/invitation-access.ts'
import { waitForPendingSeal } from '../jobs/wait-for-pending-seal.ts'
import { publishTogether } from '../sending-access/change-together.ts'
import { signedTogetherData } from '../sending-access/log-sending.ts'
import { withSendingLocked } from '../sending-access/sending-documents.ts'
import { authoriseSigner, authoriseSigning } from '../signing/authorise-signing.ts'
import {
  advanceWorkflow,
  linkKindOf,
  recordAct,
  type SignatureNews,
  type SignatureRecord,
} from '../signing/record-signature.ts'
import { type ActInDocument, filledBy, ownerIdOf, writeAct } from '../signing/sign-field.ts'
import { decodeSignatureImage } from '../signing/signature-image.ts'
import { findSignature, type StoredSignature, viewSignature } from '../signing/view-signature.ts'
import { signInTurn } from '../signing/with-document.ts'
import { announceTogether } from './announce-together.ts'
import { type AskedDocument, documentsOfGuest } from './guest-sending.ts'
import { shownValues } from './shown-values.ts'

/** Of a guest by invitation. */
export interface SendingSigningRequest {
  readonly actor: GuestActor
  /** One of the guest's own; authorises the act. */
  readonly fieldId: number
  /** `data:image/png;base64,…` */
  readonly drawing: string
  readonly key: string
  readonly declared?: Identification | undefined
  readonly consent: string
  /** Exactly those that wait for the guest, with the SHA-256 of the displayed bytes and form values. */
  readonly documents: readonly {
    readonly id: number
    readonly document_sha256: string
    readonly form_sha256?: string | undefined
  }[]
}

const OTHER_CONSENT = 'Esta página es de otra versión. Recárgala e intenta de nuevo.'

/** Facts that the signer would see differ. */
const fingerprintOf = ({ documents, drawing, declared }: SendingSigningRequest): string =>
  requestFingerprint([
    documents.toSorted((a, b) => a.id - b.id).map(({ id, form_sha256: form }) => [id, form ?? null]),
    drawing,
    declared ?? null,
  ])

/** Of each document the one that its answer named: the first of its fields. */
const firstOfEach = (signatures: readonly StoredSignature[]): StoredSignature[] =>
  signatures.filter(
    ({ document_id }, index) => signatures.findIndex((other) => other.document_id === document_id) === index,
  )

/** Signatures of the act that this request repeats, as it was answered. @throws ApiError IDEMPOTENCY_KEY_REUSED */
const repeatedAct = async (
  db: ApiDatabase,
  request: SendingSigningRequest,
): Promise<readonly StoredSignature[] | undefined> => {
  const signature = await findSignature(db, request.fieldId)
  const stored = signature?.request_key ?? null
  if (signature === undefined || stored === null || signature.came_by !== linkKindOf(request.actor)) return undefined
  const { key, fingerprint } = splitKey(stored)
  return answerRepeated({
    fingerprint: fingerprintOf(request),
    find: () => Promise.resolve(key === request.key ? { fingerprint } : undefined),
    answer: async () => {
      const signatures = db
        .selectFrom('signatures')
        .innerJoin('documents', 'documents.id', 'signatures.document_id')
        .selectAll('signatures')
        .where('signatures.request_key', '=', stored)
        .where('signatures.signer_email', '=', signature.signer_email)
        .where(
          'signatures.document_id',
          'in',
          request.documents.map(({ id }) => id),
        )
        .orderBy('documents.sending_position')
        .orderBy('signatures.revision')
      return firstOfEach(await signatures.execute())
    },
  })
}

type InvitationSource = Extract<GuestSource, { kind: 'invitation' }>

/** @throws ApiError FORBIDDEN for public links */
const sourceOf = ({ source }: GuestActor): InvitationSource => {
  if (source.kind !== 'invitation') throw new ApiError('FORBIDDEN')
  return source
}

interface DocumentsToSign {
  readonly sendingId: number
  readonly documents: readonly AskedDocument[]
}

/** Those that one act signs now, of the documents that the request names. @throws ApiError SENDING_DIFFERS */
const documentsToSign = async (services: ApiServices, request: SendingSigningRequest): Promise<DocumentsToSign> => {
  const { kind: _kind, invitationId, ...opened } = sourceOf(request.actor)
  const invitation = await invitationsWithFacts(services.db)
    .where('invitations.id', '=', invitationId)
    .executeTakeFirstOrThrow()
  const { sending_id: sendingId } = invitation
  if (sendingId === null) throw new ApiError('SENDING_DIFFERS')
  const asked = await documentsOfGuest(services, { invitation, sendingId, opened })
  const documents = asked.filter(({ view }) => view.is_joint)
  const named = new Set(request.documents.map(({ id }) => id))
  const isSame = documents.length === named.size && documents.every(({ view }) => named.has(view.id))
  if (!isSame || documents.length < 2 || named.size !== request.documents.length) throw new ApiError('SENDING_DIFFERS')
  return { sendingId, documents }
}

const wrongValuesText = (name: string, problems: string): string =>
  `Hay datos por corregir en ${name}, y no se firmó ningún documento. ${problems}`

/** An act in several documents says whose values are wrong; `documents.<id>` for the page. */
const namingDocument = async <Result>(
  { view: { id, original_filename: name } }: AskedDocument,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'FORM_VALUES_INVALID') throw error
    const fields = { ...error.fields, [`documents.${id}`]: error.message }
    throw new ApiError(error.code, { message: wrongValuesText(name, error.message), fields, cause: error })
  }
}

/** The same person acts as a guest of each document, by their own invitation to it. */
const actIn = async (
  { db }: ApiServices,
  request: SendingSigningRequest,
  { view, fields: [first, ...others] }: AskedDocument,
  { signedAt, key }: Pick<ActInDocument, 'signedAt' | 'key'>,
): Promise<ActInDocument> => {
  if (first === undefined) throw new ApiError('SENDING_DIFFERS')
  const { id: fieldId, document_id: documentId } = first.field
  const source = { ...sourceOf(request.actor), invitationId: first.invitationId }
  const actor: GuestActor = { kind: 'guest', source, fieldId, documentId }
  const field = await authoriseSigning(db, actor, { way: 'simulated', fieldId }, signedAt)
  const named = request.documents.find(({ id }) => id === view.id)
  const fields = [field, ...others.map((one) => one.field)] as const
  const formValues = await shownValues(db, { actor, fields, sha256: named?.form_sha256 }, signedAt)
  await filledBy(db, fields, formValues)
  const { drawing, declared, consent } = request
  const otherIds = others.map((one) => one.field.id)
  const own = { actor, fieldId, drawing, declared, consent, shown: named?.document_sha256, otherIds, formValues }
  return { request: own, field, signedAt, key }
}

const recordActs = async (
  transaction: ApiDatabase,
  services: ApiServices,
  records: readonly SignatureRecord[],
  sendingId: number,
): Promise<StoredSignature[]> => {
  const signatures: StoredSignature[] = []
  const news: SignatureNews[] = []
  const together = signedTogetherData(
    sendingId,
    records.map(({ documentId: id, written }) => ({ id, sha256: written.revisions.at(-1)?.sha256 ?? '' })),
  )
  for (const record of records) signatures.push(await recordAct(transaction, services, { ...record, together }))
  // Afterwards, so that one mail asks those who are next in several documents.
  for (const record of records) {
    const told = await advanceWorkflow(transaction, services, record)
    if (told !== undefined) news.push(told)
  }
  await announceTogether(transaction, services.publicUrl, news)
  return signatures
}

const signLocked = async (
  services: ApiServices,
  request: SendingSigningRequest,
): Promise<{ readonly signatures: readonly StoredSignature[]; readonly isNew: boolean }> => {
  const { db, clock } = services
  const signedAt = clock()
  await authoriseSigner(db, request.actor, request.fieldId, signedAt)
  const before = await repeatedAct(db, request)
  if (before !== undefined) return { signatures: before, isNew: false }
  const { sendingId, documents } = await documentsToSign(services, request)
  const key = joinKey(request.key, fingerprintOf(request))
  // Every document is checked before the first one is written.
  const acts: { readonly each: AskedDocument; readonly act: ActInDocument }[] = []
  for (const each of documents) {
    const act = await namingDocument(each, () => actIn(services, request, each, { signedAt, key }))
    acts.push({ each, act })
  }
  const records: SignatureRecord[] = []
  for (const { each, act } of acts) records.push(await namingDocument(each, () => writeAct(services, act)))
  const record = (transaction: ApiDatabase) => recordActs(transaction, services, records, sendingId)
  return { signatures: await db.transaction().execute(record), isNew: true }
}

/**
 * Signs with one drawing all fields of one person in all documents of a sending that wait for them, or none: the
 * verified revisions of all documents are stored before one transaction names them. Each document keeps its revisions,
 * its form values and its log. A repeated request with the same key gets the same response.
 *
 * @throws ApiError FORBIDDEN for public links, SENDING_DIFFERS, CARD_NEEDED, VALIDATION (consent), FORM_VALUES_INVALID
 *   with the document, and as `authoriseSigning` and `writeAct`
 */
export const signSending = async (
  services: ApiServices,
  request: SendingSigningRequest,
): Promise<ReplyOf<typeof signSendingCall>> => {
  const { db, clock, signingAgent, wakeMailWorker } = services
  if (signingAgent !== 'simulated') throw new ApiError('CARD_NEEDED')
  sourceOf(request.actor)
  if (request.consent !== SENDING_CONSENT_VERSION) throw invalidInput('consent', OTHER_CONSENT)
  // Fails early; re-checked under the locks.
  decodeSignatureImage(request.drawing)
  const { document_id: documentId } = await authoriseSigner(db, request.actor, request.fieldId, clock())
  const { signatures, isNew, ids } = await withSendingLocked(services, documentId, async (locked) => ({
    ...(await signInTurn(() => signLocked(services, request))),
    ids: locked,
  }))
  if (isNew) {
    wakeMailWorker()
    publishTogether(services, await ownerIdOf(db, documentId), ids)
  }
  await Promise.all(signatures.map((signature) => waitForPendingSeal(services, signature.document_id)))
  return { success: true, signatures: await Promise.all(signatures.map((signature) => viewSignature(db, signature))) }
}
