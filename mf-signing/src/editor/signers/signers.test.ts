import fc from 'fast-check'
import { signerKey } from 'shared/contract/signing-order'
import { fieldFromServer } from '../../fields/field-lifecycle.ts'
import { storedField } from '../../testing/wire.ts'
import { knowsPerson, participantsWith, participantsWithout, signersOf, withoutField } from './signers.ts'

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

test('two spellings of a name are one signer with the first spelling; two names at one address are two', () => {
  const fields = [storedField({ id: 1 }), storedField({ id: 2, signer_name: 'ANA  mora' })].map(fieldFromServer)
  expect(summary(signersOf(fields))).toEqual([['Ana Mora', false, [1, 2]]])
  expect(summary(signersOf(fields, [{ ...ana, name: 'ána mora' }]))).toEqual([['ána mora', false, [1, 2]]])
  const luis = storedField({ id: 2, signer_name: 'Luis Mora' })
  expect(signersOf([storedField({ id: 1 }), luis].map(fieldFromServer))).toHaveLength(2)
  expect(participantsWith([ana], { ...ana, name: 'ANA mora' })).toEqual([ana])
  expect(participantsWithout([ana], { ...ana, name: 'ANA mora' })).toEqual([])
})

test('a signer by public link is another signer than the invited one with the stated address', () => {
  const stated = storedField({ id: 2, is_signed: true, by_public_link: true })
  const signers = signersOf([storedField({ id: 1 }), stated].map(fieldFromServer))
  expect(signers.map(({ byPublicLink, fields }) => [byPublicLink, fields.length])).toEqual([
    [false, 1],
    [true, 1],
  ])
})

test('signersOf groups the fields by the signer’s key, which the server uses too', () => {
  const anyField = fc.record({
    field_type: fc.constantFrom('PRIMARY' as const, 'SECONDARY' as const),
    signer_name: fc.constantFrom('Ana Mora', 'ANA  MORA', 'Beto', 'Firmante retirado', ''),
    signer_email: fc.constantFrom('ana@example.com', ' ANA@example.com', 'beto@example.com', ''),
    by_public_link: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(anyField, { maxLength: 8 }), (all) => {
      const stored = all.map((over, index) =>
        storedField({ id: index + 1, field_id: `field_${index}`, is_signed: over.by_public_link, ...over }),
      )
      const keys = new Map(
        stored.map(
          ({ id, field_type, signer_name: name, signer_email: email, by_public_link: byPublicLink = false }) => [
            id,
            signerKey({ fieldId: id, isOwner: field_type === 'PRIMARY', name, email, byPublicLink }),
          ],
        ),
      )
      const groups = signersOf(stored.map(fieldFromServer)).map(({ fields }) =>
        fields.map(({ id }) => keys.get(Number(id))),
      )
      expect(groups.every((group) => new Set(group).size === 1)).toBe(true)
      expect(groups).toHaveLength(new Set(keys.values()).size)
    }),
  )
})

test('participantsWith adds no person twice, and participantsWithout removes a person', () => {
  expect(participantsWith([ana], eva)).toEqual([ana, eva])
  expect(participantsWith([ana], { ...ana, email: 'ANA@example.com' })).toEqual([ana])
  expect(participantsWithout([ana, eva], ana)).toEqual([eva])
})

test('knowsPerson ignores spelling, and knows neither the owner nor another person with the address', () => {
  const luis = { name: 'Luis Mora', email: 'luis@example.com' }
  const own = fieldFromServer(storedField({ field_type: 'PRIMARY', signer_name: luis.name, signer_email: luis.email }))
  const signers = signersOf([own], [ana])
  expect(knowsPerson(signers, { ...ana, email: 'ANA@example.com' })).toBe(true)
  expect(knowsPerson(signers, { name: ana.name.toUpperCase(), email: ' ana@example.com ' })).toBe(true)
  expect(knowsPerson(signers, { ...ana, name: luis.name })).toBe(false)
  expect(knowsPerson(signers, luis)).toBe(false)
})
