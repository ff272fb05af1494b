import { fieldFromServer } from '../../fields/field-lifecycle.ts'
import { storedField } from '../../testing/wire.ts'
import { knowsEmail, peopleWith, peopleWithout, signersOf, withoutField } from './signers.ts'

const ana = { name: 'Ana Mora', email: 'ana@example.com' }
const eva = { name: 'Eva', email: 'eva@example.com' }
const summary = (signers: ReturnType<typeof signersOf>) =>
  signers.map(({ name, isOwner, fields }) => [name, isOwner, fields.map(({ id }) => id)])

test('one signer per person: the owner first, fields in the order of the pages', () => {
  const fields = [
    storedField({ id: 1, page: 3 }),
    storedField({ id: 2, page: 1, signer_email: 'ANA@example.com' }),
    storedField({ id: 3, signer_name: 'Luz', signer_email: 'luz@example.com' }),
    storedField({ id: 4, field_type: 'PRIMARY', signer_name: 'Luis' }),
  ].map(fieldFromServer)
  expect(summary(signersOf(fields))).toEqual([
    ['Luis', true, [4]],
    ['Ana Mora', false, [2, 1]],
    ['Luz', false, [3]],
  ])
})

test('people without a field stand in the list, and become one with their fields', () => {
  const signers = signersOf([fieldFromServer(storedField({ id: 1 }))], [eva, ana])
  expect(summary(signers)).toEqual([
    ['Eva', false, []],
    ['Ana Mora', false, [1]],
  ])
  expect(withoutField(signers).map(({ name }) => name)).toEqual(['Eva'])
})

test('no person is added twice', () => {
  expect(peopleWith([ana], eva)).toEqual([ana, eva])
  expect(peopleWith([ana], { ...ana, email: 'ANA@example.com' })).toEqual([ana])
  expect(peopleWithout([ana, eva], ana)).toEqual([eva])
})

test('an address is known in any spelling; the address of the owner does not count', () => {
  const own = fieldFromServer(storedField({ field_type: 'PRIMARY', signer_email: 'luis@example.com' }))
  const signers = signersOf([own], [ana])
  expect(knowsEmail(signers, 'ANA@example.com')).toBe(true)
  expect(knowsEmail(signers, 'luis@example.com')).toBe(false)
})
