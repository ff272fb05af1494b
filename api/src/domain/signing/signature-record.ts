import type { Identification, SigningWay } from 'shared/contract'
import type { ConsentVersion } from 'shared/contract/consent'
import type { CardRevocation } from '../../platform/database/schema.ts'
import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'
import type { FilledField } from '../form-fields/check-values.ts'
import type { WrittenSignatures } from './write-signature.ts'

export interface SignatureRecord {
  readonly actor: SessionActor | GuestActor
  readonly documentId: number
  readonly signedAt: number
  /** The requested field first. */
  readonly written: WrittenSignatures
  readonly key: string | null
  readonly agent: SigningWay
  readonly declared: Identification | undefined
  /** From the signer's certificate, if that is the proof. */
  readonly proven?: string
  readonly revocation?: CardRevocation | null
  readonly shown?: string | undefined
  readonly consent?: ConsentVersion | undefined
  readonly filled?: readonly FilledField[]
}
