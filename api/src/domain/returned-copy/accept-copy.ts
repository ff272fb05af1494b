import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { compareBytes, SignatureError } from 'pdf/cms'
import type { RootKind } from 'pdf/verify'
import type { Identification, SigningWay } from 'shared/contract'
import { copyPlaceText } from 'shared/contract/errors'
import type { CardRevocation } from '../../platform/database/schema.ts'
import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { IncomingBlob } from '../../platform/storage/incoming.ts'
import { preparedPlace, type StoredField } from '../access/view-field.ts'
import { createCardRevocation } from '../card-signing/card-revocation.ts'
import { checkPurpose } from '../pki/card-certificate.ts'
import type { CertificateHolder } from '../pki/check-holder.ts'
import { publishSigned } from '../sending-access/change-together.ts'
import {
  authoriseSigning,
  checkUnsigned,
  declaredBy,
  type StatedSigner,
  signerOf,
} from '../signing/authorise-signing.ts'
import { checkShown } from '../signing/check-document.ts'
import { consentOf } from '../signing/consent.ts'
import type { SignedTail } from '../signing/pdf-signer.ts'
import { linkKindOf, recordSignatures } from '../signing/record-signature.ts'
import { findSignature, type StoredSignature } from '../signing/view-signature.ts'
import { withDocument } from '../signing/with-document.ts'
import { storeSigned } from '../signing/write-signature.ts'
import { asksCertified, type CardChecks, certifiedCards } from './certified-copy.ts'
import { draftedValues, type FilledRevision, filledRevision } from './filled-revision.ts'
import type { JudgedCopy } from './judge-copy.ts'

type Accepted = Extract<JudgedCopy, { kind: 'accepted' }>

/** A copy signed elsewhere: uploaded by the signer, or returned by the FVA. */
export interface ReturnedCopy {
  readonly actor: SessionActor | GuestActor
  readonly fieldId: number
  readonly blob: Pick<IncomingBlob, 'path' | 'sha256'>
  readonly way: SigningWay
  /** Whose certificate must sign; requires a national one. */
  readonly holder?: CertificateHolder | undefined
  readonly requiresTrust: boolean
  /** Reads and checks national certificates. */
  readonly cards: CardChecks | null
  readonly declared?: Identification | undefined
  readonly shown?: string | undefined
  readonly consent?: string | undefined
  /** Default: the signer's draft. */
  readonly formValues?: unknown
}

const repeated = async (
  { db }: ApiServices,
  { actor, fieldId, blob }: ReturnedCopy,
): Promise<StoredSignature | undefined> => {
  const signature = await findSignature(db, fieldId)
  return signature?.request_key === blob.sha256 && signature.came_by === linkKindOf(actor) ? signature : undefined
}

const earlierLengths = async ({ db }: ApiServices, documentId: number): Promise<number[]> => {
  const revisions = db.selectFrom('revisions').select('size').where('document_id', '=', documentId)
  return (await revisions.where('number', '>', 0).execute()).map(({ size }) => size)
}

interface Asked {
  readonly field: StoredField
  readonly revision: FilledRevision
  readonly certified: boolean
}

/** The time stamps of certified documents may have a root of their own. */
const admitsRoot = (kind: RootKind, certified: boolean): boolean =>
  kind === 'national' || kind === 'simulator' || (certified && kind !== 'platform')

const refusalOf = ({ reason, detail: cause, place }: Extract<JudgedCopy, { kind: 'refused' }>): ApiError =>
  place === undefined
    ? new ApiError(reason, { cause })
    : new ApiError(reason, { cause, place, message: copyPlaceText(reason, place.page) })

const judge = async (
  services: ApiServices,
  { blob, holder, requiresTrust }: ReturnedCopy,
  { field, revision, certified }: Asked,
): Promise<Accepted> => {
  const { roots, intermediates } = services.verification.authorities
  const { bytes, toSign: base, fieldName } = revision
  const asked = field.certificate_identification
  const judged = await services.judgeCopyFile(blob.path, {
    base,
    earlier: await earlierLengths(services, field.document_id),
    fieldName,
    valuesFrom: field.has_form === 1 ? bytes.length : undefined,
    place: preparedPlace(field),
    holder: asked === null ? holder : { identification: asked },
    requiresTrust: certified || requiresTrust,
    roots: roots.filter(({ kind }) => admitsRoot(kind, certified)),
    intermediates,
    now: new Date(services.clock()),
  })
  if (judged.kind === 'refused') throw refusalOf(judged)
  return judged
}

interface Proof {
  readonly identification?: string
  readonly revocation?: CardRevocation
}

/** Without cards, the verification's trust and its guarded requests. */
const openTrusted = ({ certificate: { chain, identification } }: Accepted) => {
  const [der, ...authorities] = chain
  if (der === undefined || identification === undefined)
    throw new SignatureError('CERTIFICATE_REFUSED', 'it does not say whose it is')
  const certificate = new X509Certificate(der)
  checkPurpose(certificate)
  return { certificate, identification, chain: [der, ...authorities] as const }
}

const askAuthority = async (
  { verification: { askPublic } }: Pick<ApiServices, 'verification'>,
  cards: CardChecks | null,
  accepted: Accepted,
  now: Date,
): Promise<Proof> => {
  const [der = new Uint8Array()] = accepted.certificate.chain
  const card = cards === null ? openTrusted(accepted) : cards.openCertificate(der, now)
  const check = cards?.checkRevocation ?? createCardRevocation(askPublic, 'optional')
  return { identification: card.identification, revocation: await check(card, now) }
}

/** Only authorities of trusted certificates are asked. */
const prove = async (services: ApiServices, cards: CardChecks | null, accepted: Accepted): Promise<Proof> => {
  if (accepted.certificate.problem !== undefined) return {}
  try {
    return await askAuthority(services, cards, accepted, new Date(services.clock()))
  } catch (cause) {
    if (!(cause instanceof SignatureError)) throw cause
    if (cause.code === 'CERTIFICATE_REVOKED') throw new ApiError('COPY_CERTIFICATE_REVOKED', { cause })
    if (cause.code === 'REVOCATION_UNKNOWN') throw new ApiError('CARD_REVOCATION_UNKNOWN', { cause })
    throw new ApiError('COPY_CERTIFICATE_UNTRUSTED', { cause })
  }
}

const timeStampOf = ({ signature: { time } }: Accepted): SignedTail['timestamp'] =>
  time.isProven && time.at !== undefined ? { authority: time.authority ?? '', time: time.at, source: 'own' } : null

const describeTail = (tail: Uint8Array, accepted: Accepted): SignedTail => {
  const { certificate, signature } = accepted
  const { serial, issuer, name, validFrom, validTo } = certificate
  return {
    tail,
    certificate: { serialNumber: serial, issuer, subject: name, validFrom, validTo },
    timestamp: timeStampOf(accepted),
    level: signature.level,
    algorithm: signature.algorithm ?? certificate.key,
  }
}

/** An untrusted certificate may carry any name. */
const nameSigner = (signer: StatedSigner, { certificate }: Accepted): StatedSigner =>
  certificate.problem === undefined ? { name: certificate.name, email: signer.email } : signer

const revisionFor = async (services: ApiServices, { actor, formValues }: ReturnedCopy, field: StoredField) =>
  filledRevision(services, field, formValues ?? (await draftedValues(services.db, actor, field)))

const storeCopy = async (services: ApiServices, copy: ReturnedCopy, judged: Judged): Promise<StoredSignature> => {
  const { db, clock } = services
  const { actor, way: agent, shown } = copy
  const signedAt = clock()
  const field = await authoriseSigning(db, actor, copy, signedAt)
  const before = await repeated(services, copy)
  if (before !== undefined) return before
  checkUnsigned(field)
  await checkShown(db, field.document_id, shown)
  const revision = await revisionFor(services, copy, field)
  if (compareBytes(revision.toSign, judged.revision.toSign) !== 0) throw new ApiError('COPY_OUTDATED')
  if ((await asksCertified(db, field.document_id)) !== judged.certified) throw new ApiError('COPY_OUTDATED')
  const tail = new Uint8Array(await readFile(copy.blob.path)).subarray(revision.bytes.length)
  const signer = nameSigner(await signerOf(db, actor, field), judged.accepted)
  const written = await storeSigned(services, revision, { field, signer, signed: describeTail(tail, judged.accepted) })
  const { identification, revocation = null } = judged.proof
  const record = {
    actor,
    documentId: field.document_id,
    signedAt,
    written,
    key: copy.blob.sha256,
    agent,
    declared: await declaredBy(db, actor, copy.declared),
    ...(identification === undefined ? {} : { proven: identification }),
    revocation,
    shown,
    consent: consentOf(copy.consent),
    filled: revision.filled,
  }
  return db.transaction().execute((transaction) => recordSignatures(transaction, services, record))
}

interface Judged {
  readonly revision: FilledRevision
  readonly accepted: Accepted
  readonly proof: Proof
  readonly certified: boolean
}

/**
 * Judges a copy signed elsewhere and records its signature. Idempotent
 * for the same bytes. @throws ApiError COPY_…, as `authoriseSigning`
 */
export const acceptReturnedCopy = async (services: ApiServices, copy: ReturnedCopy): Promise<StoredSignature> => {
  const { db, clock, wakeMailWorker } = services
  const field = await authoriseSigning(db, copy.actor, copy, clock())
  const before = await repeated(services, copy)
  if (before !== undefined) return before
  checkUnsigned(field)
  // Judges before taking the lock; `storeCopy` compares the bases.
  const revision = await revisionFor(services, copy, field)
  const certified = await asksCertified(db, field.document_id)
  const cards = certified ? certifiedCards(services, copy.cards) : copy.cards
  const accepted = await judge(services, copy, { field, revision, certified })
  if (certified && !accepted.signature.time.isProven) throw new ApiError('COPY_WITHOUT_TIME_STAMP')
  const proof = await prove(services, cards, accepted)
  const signature = await withDocument(services, field.document_id, () =>
    storeCopy(services, copy, { revision, accepted, proof, certified }),
  )
  wakeMailWorker()
  await publishSigned(services, field.document_id)
  return signature
}
