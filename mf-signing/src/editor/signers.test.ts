import { fieldFromServer } from '../fields/field-lifecycle.ts'
import { storedField } from '../testing/wire.ts'
import { signersOf } from './signers.ts'

test('one signer per person: the owner first, fields in the order of the pages', () => {
  const fields = [
    storedField({ id: 1, page: 3 }),
    storedField({ id: 2, page: 1, signer_email: 'ANA@example.com' }),
    storedField({ id: 3, signer_name: 'Luz', signer_email: 'luz@example.com' }),
    storedField({ id: 4, field_type: 'PRIMARY', signer_name: 'Luis' }),
  ].map(fieldFromServer)
  expect(signersOf(fields).map(({ name, isOwner, fields: own }) => [name, isOwner, own.map(({ id }) => id)])).toEqual([
    ['Luis', true, [4]],
    ['Ana Mora', false, [2, 1]],
    ['Luz', false, [3]],
  ])
})
