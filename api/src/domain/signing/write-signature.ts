import { SignatureError, type SignatureErrorCode } from 'pdf/cms'
import type { ErrorCode } from 'shared/contract'
import type { FormField } from 'shared/contract/form-fields'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { classifyInfrastructureError } from '../../platform/infrastructure-failure.ts'
import { OverloadError } from '../../platform/overload/overload-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import { BlobFaultError } from '../../platform/storage/storage-errors.ts'
import { fieldsOf } from '../access/find-field.ts'
import type { StoredField } from '../access/view-field.ts'
import { currentRevision, type StoredRevision } from '../documents/revisions.ts'
import { type FilledField, pdfFormName, refuseUnfitting, toFill, toPdfField } from '../form-fields/check-values.ts'
import { formFieldsOf } from '../form-fields/find-form-fields.ts'
import type { StatedSigner } from './authorise-signing.ts'
import type { PdfSigner, SignedTail } from './pdf-signer.ts'

export type NewRevision = Pick<StoredRevision, 'number' | 'kind' | 'sha256' | 'size'>

/** A field, and the revision that holds its signature. */
export interface WrittenField {
  readonly field: StoredField
  readonly signer: StatedSigner
  readonly revision: NewRevision
  readonly signed: SignedTail
}

export interface WrittenSignatures {
  /** A new prepared one first, then one per signature. */
  readonly revisions: readonly NewRevision[]
  readonly signed: readonly WrittenField[]
}

/** Name of the AcroForm field (`/T`). The verifier and `copyDrawings` find a signature by it. */
export const pdfFieldName = (field: Pick<StoredField, 'id'>): string => `trazo-${field.id}`

/**
 * @returns a new array: `tail` is an incremental update (ISO 32000-1, 7.5.6) and leaves the bytes before it unchanged
 */
export const appendTail = (bytes: Uint8Array, tail: Uint8Array): Uint8Array => {
  const whole = new Uint8Array(bytes.length + tail.length)
  whole.set(bytes)
  whole.set(tail, bytes.length)
  return whole
}

/** Names of signers appear as tooltips (`/TU`), for screen readers. */
const prepareAll = (
  signer: PdfSigner,
  bytes: Uint8Array,
  fields: readonly StoredField[],
  formFields: readonly FormField[],
): Promise<Uint8Array> =>
  signer.prepareFields(
    bytes,
    fields.map((field) => ({
      name: pdfFieldName(field),
      page: field.page,
      rect: { x: field.x, y: field.y, width: field.width, height: field.height },
      tooltip: `${field.label}: ${field.signer_name}`,
      locks: formFields.filter(({ signature_field_id }) => signature_field_id === field.id).map(pdfFormName),
    })),
    formFields.map(toPdfField),
  )

const refusals: Partial<Record<SignatureErrorCode, ErrorCode>> = {
  APPEARANCE_INVALID: 'SIGNATURE_IMAGE_INVALID',
  TIMESTAMP_UNAVAILABLE: 'TIME_STAMP_UNAVAILABLE',
}

/** Failures of the storage keep their type. */
export const asRefusal = (error: unknown): unknown => {
  if (error instanceof ApiError || error instanceof OverloadError || error instanceof BlobFaultError) return error
  if (classifyInfrastructureError(error) !== undefined) return error
  const code = error instanceof SignatureError ? refusals[error.code] : undefined
  return new ApiError(code ?? 'SIGNING_FAILED', { cause: error })
}

/** With a guest's own field, which is not stored yet. */
const fieldsToPrepare = async (db: ApiDatabase, field: StoredField): Promise<StoredField[]> => {
  const stored = await fieldsOf(db, field.document_id)
  return stored.some(({ id }) => id === field.id) ? stored : [...stored, field]
}

/** The first signature adds all fields. */
const isPrepared = ({ kind }: Pick<StoredRevision, 'kind'>): boolean => kind === 'prepared' || kind === 'signed'

/** Reads the blob back: a storage that changes bytes must be found before a row names the revision. */
export const storeRevision = async (
  { blobs }: Pick<ApiServices, 'blobs'>,
  kind: StoredRevision['kind'],
  number: number,
  bytes: Uint8Array,
): Promise<NewRevision> => {
  const { sha256, size } = await blobs.put(bytes)
  await blobs.read(sha256).catch((cause: unknown) => {
    if (!(cause instanceof BlobFaultError)) throw cause
    throw new Error('the storage changed what it was given', { cause })
  })
  return { number, kind, sha256, size }
}

/** The revision that a new signature follows. */
export interface SignableRevision {
  readonly base: StoredRevision
  readonly bytes: Uint8Array
  readonly fieldName: string
}

/**
 * Before the first signature, adds all fields: later
 * additions would break signatures. Deterministic.
 */
export const signableRevision = async (
  { db, blobs, signer }: Pick<ApiServices, 'db' | 'blobs' | 'signer'>,
  field: StoredField,
): Promise<SignableRevision> => {
  const base = await currentRevision(db, field.document_id)
  const current = await blobs.read(base.sha256)
  const bytes = isPrepared(base)
    ? current
    : await prepareAll(signer, current, await fieldsToPrepare(db, field), await formFieldsOf(db, field.document_id))
  return { base, bytes, fieldName: pdfFieldName(field) }
}

interface Growing {
  readonly bytes: Uint8Array
  readonly revisions: readonly NewRevision[]
  readonly number: number
}

type Storing = Pick<ApiServices, 'blobs'>

const storePrepared = async (services: Storing, { base, bytes }: SignableRevision): Promise<Growing> => {
  if (isPrepared(base)) return { bytes, revisions: [], number: base.number }
  const prepared = await storeRevision(services, 'prepared', base.number + 1, bytes)
  return { bytes, revisions: [prepared], number: prepared.number }
}

const storeTail = async (services: Storing, { bytes, revisions, number }: Growing, tail: Uint8Array) => {
  const whole = appendTail(bytes, tail)
  const revision = await storeRevision(services, 'signed', number + 1, whole)
  return { grown: { bytes: whole, revisions: [...revisions, revision], number: revision.number }, revision }
}

/** For signatures made elsewhere, whose tail is already known. */
export const storeSigned = async (
  services: Storing,
  signable: SignableRevision,
  { field, signer, signed }: Omit<WrittenField, 'revision'>,
): Promise<WrittenSignatures> => {
  const { grown, revision } = await storeTail(services, await storePrepared(services, signable), signed.tail)
  return { revisions: grown.revisions, signed: [{ field, signer, signed, revision }] }
}

export interface FieldToSign {
  readonly field: StoredField
  readonly signer: StatedSigner
  readonly filled: readonly FilledField[]
}

/** Refuses values that do not fit before the first field is signed. */
export const checkFit = async (signer: PdfSigner, bytes: Uint8Array, filled: readonly FilledField[]): Promise<void> => {
  if (filled.length > 0) refuseUnfitting(filled, await signer.checkFills(bytes, filled.map(toFill)))
}

/** One revision each; writes no rows. The caller holds the lock. */
export const writeSignatures = async (
  services: Pick<ApiServices, 'db' | 'blobs' | 'signer'>,
  input: {
    readonly fields: readonly [FieldToSign, ...FieldToSign[]]
    readonly appearancePng: Uint8Array
    readonly signedAt: number
  },
): Promise<WrittenSignatures> => {
  const { fields, appearancePng, signedAt } = input
  try {
    const signable = await signableRevision(services, fields[0].field)
    const all = fields.flatMap(({ filled }) => filled)
    await checkFit(services.signer, signable.bytes, all)
    let growing = await storePrepared(services, signable)
    const done: WrittenField[] = []
    for (const { field, signer, filled } of fields) {
      const signed = await services.signer.sign({
        document: growing.bytes,
        fieldName: pdfFieldName(field),
        signer,
        appearancePng,
        signedAt: new Date(signedAt),
        fills: filled.map(toFill),
      })
      const { grown, revision } = await storeTail(services, growing, signed.tail)
      done.push({ field, signer, signed, revision })
      growing = grown
    }
    return { revisions: growing.revisions, signed: done }
  } catch (error) {
    throw asRefusal(error)
  }
}
