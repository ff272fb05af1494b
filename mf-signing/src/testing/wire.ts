import type { Invitation, SignatureField, SignatureResult, UserFile } from 'shared/contract'
import type { FormField } from 'shared/contract/form-fields'
import type { Participant } from 'shared/contract/participants'
import { sampleFile } from 'shared/testing'

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

export const storedFormField = (over: Partial<FormField> = {}): FormField => ({
  id: 500,
  client_id: 'field_form',
  user_file_id: 3,
  signature_field_id: 7,
  label: 'Nombre de la empresa',
  help: '',
  required: true,
  page: 1,
  x_relative: 0.1,
  y_relative: 0.5,
  width_relative: 0.3,
  height_relative: 0.03,
  position: null,
  rule: { kind: 'text', max_length: 20, multiline: false },
  replaces: [],
  ...over,
})

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

export const storedFile = (over: Partial<UserFile> = {}): UserFile =>
  sampleFile({
    id: 3,
    original_filename: 'Contrato.pdf',
    file_size_mb: 0.2,
    uploaded_at: '2026-01-30T18:00:00.000Z',
    pages: 2,
    ...over,
  })

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

type ParticipantLink = NonNullable<Participant['invitation']>

/** An invitation without a field. */
export const storedParticipation = (over: Partial<ParticipantLink> = {}): ParticipantLink => {
  const { field_id: _, state: _state, ...rest } = storedInvitation({ id: 90 })
  return { ...rest, state: 'standing', ...over }
}

export const storedParticipant = (over: Partial<Participant> = {}): Participant => ({
  id: 81,
  kind: 'visto_bueno',
  name: 'Eva Ruiz',
  email: 'eva@example.com',
  note: '',
  copy_when: null,
  before_step: 1,
  answered_at: null,
  also: [],
  can_change: true,
  can_remove: true,
  invitation: null,
  ...over,
})
