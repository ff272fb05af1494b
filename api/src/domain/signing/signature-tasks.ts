import type { CertificateTrust, SignatureScheme } from 'pdf/cms/node'
import type {
  FieldToPrepare,
  FillProblem,
  FormFieldToPrepare,
  FormFill,
  PreparedSeal,
  PreparedSignature,
  ReadForSeal,
  SealCompletion,
  SealPreparation,
  SealReading,
  SignatureInput,
  StampedTail,
  VerifiedOwnSignature,
} from 'pdf/sign'
import { SECOND_MS } from '../../platform/clock.ts'
import { type ThreadTask, taskRanks } from '../../platform/threads/thread-task.ts'

/** Threads get certificates, digests and values, never a key. */
const signing = { rank: taskRanks.signature, timeLimit: 20 * SECOND_MS, moves: ['document', 'tail'] } as const
const sealing = { ...signing, rank: taskRanks.file } as const

interface WithDocument {
  readonly document: Uint8Array
}

export interface FieldPreparation extends WithDocument {
  readonly fields: readonly FieldToPrepare[]
  readonly formFields: readonly FormFieldToPrepare[]
}

export interface FillCheck extends WithDocument {
  readonly fills: readonly FormFill[]
}

export interface FormFilling extends FillCheck {
  readonly fieldName: string
}

/** Everything to embed a signature value that was made elsewhere, and to verify it. */
export interface SignatureCompletion extends WithDocument {
  readonly prepared: PreparedSignature
  /** The signature over `prepared.signedAttributes`. */
  readonly value: Uint8Array
  /** DER of the time stamp over `value` (RFC 3161). */
  readonly token: Uint8Array
  readonly scheme: SignatureScheme | undefined
  readonly fieldName: string
  readonly trust: CertificateTrust
  /** Trust in time-stamp authorities, apart from that in signers. */
  readonly stamps: CertificateTrust
}

/** `tail` has passed our verifier; `verified` is what it found. */
export interface WrittenSignature {
  readonly tail: Uint8Array
  readonly verified: VerifiedOwnSignature
}

export const prepareFieldsTask: ThreadTask<FieldPreparation, WithDocument> = { ...signing, name: 'prepare-fields' }

export const checkFillsTask: ThreadTask<FillCheck, { readonly problems: readonly FillProblem[] }> = {
  ...signing,
  name: 'check-fills',
}

export const fillFormTask: ThreadTask<FormFilling, WithDocument> = { ...signing, name: 'fill-form' }

export const prepareSignatureTask: ThreadTask<SignatureInput, WithDocument & { readonly prepared: PreparedSignature }> =
  { ...signing, name: 'prepare-signature' }

export const completeSignatureTask: ThreadTask<SignatureCompletion, WrittenSignature> = {
  ...signing,
  name: 'complete-signature',
}

export const readForSealTask: ThreadTask<SealReading, ReadForSeal> = { ...sealing, name: 'read-for-seal' }
export const prepareSealTask: ThreadTask<SealPreparation, PreparedSeal> = { ...sealing, name: 'prepare-seal' }
export const completeSealTask: ThreadTask<SealCompletion, StampedTail> = { ...sealing, name: 'complete-seal' }
