import type { StoredField } from '../view-field.ts'

/** Unsigned, of its own person. @param over as the test needs it */
export const storedField = (id: number, over: Partial<StoredField> = {}): StoredField => ({
  id,
  document_id: 1,
  participant_id: id,
  alternate_id: null,
  position: id,
  client_id: `field_${id}`,
  field_type: 'SECONDARY',
  signer_name: `Persona ${id}`,
  signer_email: `p${id}@example.com`,
  x: 0,
  y: 0,
  width: 0.1,
  height: 0.1,
  page: 1,
  label: '',
  created_at: 0,
  signed_at: null,
  signed_by_link_at: null,
  deleted_at: null,
  certificate_identification: null,
  turn: null,
  has_form: 0,
  ...over,
})
