import type { Identification } from 'shared/contract'

/**
 * A signature that BCCR was asked for. The callback stores it in the name of who asked, also if their page is closed.
 */
export interface FvaRequestTable {
  id: number
  document_id: number
  field_id: number
  requester: string
  /** JSON: who asked, and from where. */
  actor: string
  origin: string | null
  request_key: string
  /** Of the bytes that BCCR signs. */
  sent_sha256: string
  declared_type: Identification['type']
  declared_number: string
  /** As in `SigningRequest`, to check again when the answer comes. */
  shown: string | null
  consent: string | null
  /** JSON; null at the end. */
  form_values: string | null
  /** `idDeLaSolicitud`; null before the answer. */
  external_id: number | null
  /** `waiting` for the notification, `received` while it is checked. */
  state: 'asking' | 'waiting' | 'received' | 'signed' | 'failed'
  problem: string | null
  created_at: number
  expires_at: number
}
