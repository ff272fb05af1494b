import type { SignatureField } from 'shared/contract'
import type { PlacedField, SavedField } from '../../fields/field-lifecycle.ts'
import { fieldFromServer, isSaved } from '../../fields/field-lifecycle.ts'
import { temporaryField } from '../../fields/new-field.ts'
import { storedField, storedInvitation } from '../../testing/wire.ts'
import { signersOf } from '../signers/signers.ts'
import { guestsOf } from './invitations.ts'
import type { InvitePerson } from './invite-rows.ts'
import { fieldsByPerson, inviteRows } from './invite-rows.ts'

const saved = (over: Partial<SignatureField> = {}): SavedField => {
  const field = fieldFromServer(storedField(over))
  if (!isSaved(field)) throw new Error('signed')
  return field
}
const ana = saved()
const own = saved({ id: 9, field_id: 'own', field_type: 'PRIMARY', signer_name: 'Luis' })
const nameless = saved({ id: 10, field_id: 'nameless', signer_email: '' })
const byLink = fieldFromServer(
  storedField({ id: 11, field_id: 'link', signer_name: 'Rita', signer_email: '', is_signed: true, signed_at: null }),
)
const luz = temporaryField(
  { type: 'signature', label: '', signerName: 'Luz', signerEmail: 'luz@x.example', page: 2, rect: ana.rect },
  { now: () => 0, random: () => 0 },
)
const eva = { name: 'Eva', email: 'eva@x.example' }

const wordsOf = ({ name, guests, obstacle, reason }: InvitePerson): string => {
  const states = guests.map(({ state }) => state).join(' ')
  return [name, obstacle ?? states, reason].filter(Boolean).join(' ')
}
const rows = (fields: readonly PlacedField[], over: Partial<Parameters<typeof inviteRows>[0]> = {}) =>
  inviteRows({
    fields,
    signers: signersOf(fields, [eva]),
    guests: guestsOf(fields, [storedInvitation()]),
    failure: undefined,
    failed: [],
    ...over,
  }).map(wordsOf)

test.each<[string, readonly string[], readonly string[]]>([
  ['two signers, one unsaved', rows([ana, luz]), ['Ana Mora standing', 'Luz unsaved', 'Eva without-field']],
  [
    'several fields of one person',
    rows([ana, saved({ id: 12, field_id: 'two', signer_email: 'ANA@example.com', page: 3 })]),
    ['Ana Mora standing not-invited', 'Eva without-field'],
  ],
  ['no saved field', rows([luz]), ['Luz unsaved', 'Eva without-field']],
  ['the owner is not invited', rows([own]), ['Eva without-field']],
  ['a field without an e-mail', rows([nameless]), ['Ana Mora without-email', 'Eva without-field']],
  ['a signer by public link', rows([byLink]), ['Rita without-email', 'Eva without-field']],
  [
    'a refused save',
    rows([ana, luz], {
      failure: { saved: [], unsaved: [{ field: luz, reason: 'La página no existe.' }], left: 0, frozen: false },
    }),
    ['Ana Mora standing', 'Luz unsaved La página no existe.', 'Eva without-field'],
  ],
  ['a field that is gone', rows([], { failed: [ana] }), ['Ana Mora lost', 'Eva without-field']],
  [
    'a failed invitation whose field is there',
    rows([ana], { failed: [ana] }),
    ['Ana Mora standing', 'Eva without-field'],
  ],
  [
    'a lost field of a listed person',
    rows([], { failed: [ana], signers: signersOf([], [{ name: 'Ana Mora', email: 'ana@example.com' }]) }),
    ['Ana Mora lost'],
  ],
])('the rows of the invitation dialog: %s', (_case, found, expected) => {
  expect(found).toEqual(expected)
})

test('the fields of one sending are grouped by person, in the order of their first fields', () => {
  const second = saved({ id: 12, field_id: 'two', page: 3 })
  const eva = saved({ id: 13, field_id: 'eva', signer_name: 'Eva', signer_email: 'eva@x.example' })
  expect(fieldsByPerson([ana, eva, second]).map((fields) => fields.map(({ id }) => id))).toEqual([[7, 12], [13]])
})
