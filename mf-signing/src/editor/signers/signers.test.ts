import { fieldFromServer } from '../../fields/field-lifecycle.ts'
import { storedField } from '../../testing/wire.ts'
import { knowsEmail, peopleWith, peopleWithout, signersOf, withoutField } from './signers.ts'

const ana = { name: 'Ana Mora', email: 'ana@example.com' }
const eva = { name: 'Eva', email: 'eva@example.com' }
const summary = (signers: ReturnType<typeof signersOf>) =>
  signers.map(({ name, isOwner, fields }) => [name, isOwner, fields.map(({ id }) => id)])

test('signersOf returns one signer per person, the owner first, with fields in page order', () => {
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

test('signersOf lists people without a field, and merges listed people with their fields', () => {
  const signers = signersOf([fieldFromServer(storedField({ id: 1 }))], [eva, ana])
  expect(summary(signers)).toEqual([
    ['Eva', false, []],
    ['Ana Mora', false, [1]],
  ])
  expect(withoutField(signers).map(({ name }) => name)).toEqual(['Eva'])
})

test('peopleWith adds no person twice, and peopleWithout removes a person', () => {
  expect(peopleWith([ana], eva)).toEqual([ana, eva])
  expect(peopleWith([ana], { ...ana, email: 'ANA@example.com' })).toEqual([ana])
  expect(peopleWithout([ana, eva], ana)).toEqual([eva])
})

test('knowsEmail ignores upper and lower case, and does not count the owner’s address', () => {
  const own = fieldFromServer(storedField({ field_type: 'PRIMARY', signer_email: 'luis@example.com' }))
  const signers = signersOf([own], [ana])
  expect(knowsEmail(signers, 'ANA@example.com')).toBe(true)
  expect(knowsEmail(signers, 'luis@example.com')).toBe(false)
})
