import type { Invitation, SignatureField, SignatureResult, UserFile } from 'shared/contract'

/** A field as the API answers it, for tests. */
export const storedField = (over: Partial<SignatureField> = {}): SignatureField => ({
  id: 7,
  field_id: 'field_1',
  field_type: 'SECONDARY',
  signer_name: 'Ana Mora',
  signer_email: 'ana@example.com',
  x_relative: 0.1,
  y_relative: 0.2,
  width_relative: 0.3,
  height_relative: 0.1,
  page: 1,
  label: 'Campo de Firma',
  is_signed: false,
  signed_at: null,
  user_file_id: 3,
  ...over,
})

/** What the API answers to a signature, for tests. */
export const signatureResult = (over: Partial<SignatureResult> = {}): SignatureResult => ({
  success: true,
  field_id: 7,
  signer_info: { name: 'Ana Mora', email: 'ana@example.com' },
  signed_at: '2026-01-31T18:05:00.000Z',
  certificate_info: {
    serial_number: '5f3a9c',
    issuer: 'Trazo Platform CA',
    subject: 'Ana Mora',
    valid_from: '2026-01-31T18:05:00.000Z',
    valid_to: '2027-01-31T18:05:00.000Z',
  },
  level: 'B-T',
  timestamp: { authority: 'Trazo TSA', time: '2026-01-31T18:05:01.000Z' },
  agent: 'simulated',
  proven_identification: null,
  verified: true,
  document: { id: 3, is_signed: true, download_url: '/home/api/files/3/public_download' },
  ...over,
})

/** A document as the API lists it, for tests. */
export const storedFile = (over: Partial<UserFile> = {}): UserFile => ({
  id: 3,
  original_filename: 'Contrato.pdf',
  description: '',
  notes: '',
  file_type_id: 1,
  file_size_mb: 0.2,
  uploaded_at: '2026-01-30T18:00:00.000Z',
  status: 'UPLOADED',
  is_signed: false,
  download_url: '/home/api/files/3/public_download',
  is_shared: false,
  pages: 2,
  fields_total: 0,
  fields_signed: 0,
  signers: [],
  revision: 1,
  sha256: 'a'.repeat(64),
  foreign_signatures: 0,
  sealing: null,
  rewritten: null,
  cancelled: null,
  ...over,
})

/** An invitation as the API lists it, for tests. */
export const storedInvitation = (over: Partial<Invitation> = {}): Invitation => ({
  id: 70,
  field_id: 7,
  email: 'ana@example.com',
  state: 'standing',
  invited_at: '2026-01-31T18:00:00.000Z',
  expires_at: '2026-03-02T18:00:00.000Z',
  waits: false,
  delivery: { state: 'sent', sent_at: '2026-01-31T18:05:00.000Z', reason: null },
  seen_at: null,
  reminders: { sent: 0, last_at: null, next_at: null, silenced: false },
  declined: null,
  proposal: null,
  ...over,
})
