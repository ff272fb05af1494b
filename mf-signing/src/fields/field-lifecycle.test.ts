import type { SignatureField } from 'shared/contract'
import { fieldFromServer, invitableFields, isFrozen } from './field-lifecycle.ts'
import { createBodyOf, newFieldId, temporaryField, temporaryId } from './new-field.ts'

const ids = { now: () => 1_700_000_000_000, random: () => 0.5 }
const rect = { x: 0.1, y: 0.2, width: 0.3, height: 0.1 }
const temporary = temporaryField(
  { type: 'signature', label: 'Campo de Firma', signerName: 'Ana', signerEmail: 'ana@example.com', page: 2, rect },
  ids,
)
const stored: SignatureField = {
  id: 7,
  field_id: temporary.fieldId,
  field_type: 'SECONDARY',
  signer_name: 'Ana',
  signer_email: 'ana@example.com',
  x_relative: 0.1,
  y_relative: 0.2,
  width_relative: 0.3,
  height_relative: 0.1,
  page: 2,
  label: 'Campo de Firma',
  is_signed: false,
  signed_at: null,
  user_file_id: 3,
}
const saved = fieldFromServer(stored)
const signed = fieldFromServer({ ...stored, is_signed: true, signed_at: '2026-01-31T18:00:00.000Z' })

test("a temporary id is 'temp_', the time and a random suffix; a field id begins with 'field_'", () => {
  expect(temporaryId(ids)).toMatch(/^temp_1700000000000[0-9a-z]{6}$/)
  expect(newFieldId(ids)).toMatch(/^field_1700000000000[0-9a-z]{6}$/)
})

test('createBodyOf sends the fractions of the page and the field type of the server', () => {
  expect(createBodyOf(temporary, 3)).toEqual({
    field_id: temporary.fieldId,
    field_type: 'SECONDARY',
    signer_name: 'Ana',
    signer_email: 'ana@example.com',
    x_relative: 0.1,
    y_relative: 0.2,
    width_relative: 0.3,
    height_relative: 0.1,
    page: 2,
    label: 'Campo de Firma',
    user_file_id: 3,
  })
})

test('a field without label and signer name gets the default texts', () => {
  expect(fieldFromServer({ ...stored, label: '', signer_name: '' })).toMatchObject({
    label: 'Campo de Firma',
    signerName: 'Firmante',
  })
})

test('a document is frozen by its first signature', () => {
  expect(isFrozen([saved, temporary])).toBe(false)
  expect(isFrozen([saved, signed])).toBe(true)
})

test('only saved third-party fields with an e-mail can be invited', () => {
  const own = fieldFromServer({ ...stored, id: 8, field_type: 'PRIMARY' })
  const nameless = fieldFromServer({ ...stored, id: 9, signer_email: '' })
  expect(invitableFields([temporary, saved, own, nameless, signed])).toEqual([saved])
})
