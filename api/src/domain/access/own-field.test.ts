import { openPdf, seenSize } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import { threePages } from '../../../test/support/people.ts'
import { LINK_SESSION_LIFE } from './link-session-constants.ts'
import { type LinkSession, ownFieldOf, placeOwnField } from './own-field.ts'
import { viewField } from './view-field.ts'

const session = {
  field_id: 7,
  document_id: 3,
  created_at: 5,
  name: '',
  email: 'eva@example.com',
  x: 0.1,
  y: 0.2,
  width: 0.3,
  height: 0.4,
} as LinkSession

const own = () => {
  const field = ownFieldOf(session)
  if (field === undefined) throw new Error('no field')
  return field
}

test('the field of a bare link is the guest’s own, unsigned and without a turn', () => {
  expect(own()).toMatchObject({
    id: 7,
    document_id: 3,
    client_id: 'field_5_7',
    field_type: 'SECONDARY',
    signer_name: 'Invitado',
    signer_email: 'eva@example.com',
    page: 1,
    label: 'Firma del Invitado',
    turn: null,
    signed_at: null,
    deleted_at: null,
  })
  expect(ownFieldOf({ ...session, name: 'Eva Rojas' })?.signer_name).toBe('Eva Rojas')
})

test.each(['x', 'y', 'width', 'height'])('a session without %s has no field of its own', (key) => {
  expect(ownFieldOf({ ...session, [key]: null })).toBeUndefined()
})

test('the field stands where the specification draws it: 200, 300, 250 × 80 points', () => {
  const view = openPdf(threePages(), { inflate: inflateWithNode }).page(1).view()
  const { width, height } = seenSize(view)
  const rect = placeOwnField(threePages())
  expect([rect.x * width, rect.y * height, rect.width * width, rect.height * height].map(Math.round)).toEqual([
    200, 300, 250, 80,
  ])
})

test('a session of a link lives fifteen minutes', () => {
  expect(LINK_SESSION_LIFE).toBe(15 * 60 * 1000)
})

test('a field is shown with its form, its certificate and its public link only if it has them', () => {
  const plain = viewField(own())
  expect(plain).toMatchObject({ is_signed: false, signed_at: null, by_public_link: false, user_file_id: 3 })
  expect(plain).not.toHaveProperty('has_form')
  expect(plain).not.toHaveProperty('certificate_identification')
  expect(
    viewField({
      ...own(),
      has_form: 1,
      signed_at: 0,
      signed_by_link_at: 0,
      certificate_identification: '01-0234-0567',
    }),
  ).toMatchObject({
    has_form: true,
    is_signed: true,
    signed_at: '1970-01-01T00:00:00.000Z',
    by_public_link: true,
    certificate_identification: '01-0234-0567',
  })
})
