import fc from 'fast-check'
import { emailKey, type FieldSigner, OWNER_SIGNER_KEY, REMOVED_SIGNER_NAME, signerKey } from './signer-key.ts'

let lastField = 0
const signer = (name: string, email = '', over: Partial<FieldSigner> = {}): FieldSigner => {
  lastField += 1
  return { fieldId: lastField, name, email, isOwner: false, byPublicLink: false, ...over }
}
const ana = signer('Ana Mora', 'ana@example.com')
const byLink = { byPublicLink: true }

test.each<[string, FieldSigner, FieldSigner]>([
  ['an address with two spellings of the name', ana, signer('ÁNA  mora ', 'ana@example.com')],
  ['an address in capitals', ana, signer('Ana Mora', 'ANA@Example.com')],
  ['an address between spaces', ana, signer('Ana Mora', ' ana@example.com ')],
  ['an accent of one or two characters', signer('A', 'jos\u00e9@x.example'), signer('A', 'jose\u0301@x.example')],
  ['a name in capitals', signer('Ana Mora'), signer('ANA MORA')],
  ['a name without accents', signer('José Peña'), signer('Jose Pena')],
  ['a name with more spaces', signer('Ana Mora'), signer('  Ana \u00a0 Mora ')],
  ['a name in full-width letters', signer('Ana'), signer('Ａｎａ')],
  [
    'the owner, whose field may lack the address',
    signer('Luis', '', { isOwner: true }),
    signer('L', 'l@x.example', { isOwner: true }),
  ],
  [
    'an address stated twice by public link',
    signer('Eva', 'eva@x.example', byLink),
    signer('EVA', 'EVA@x.example', byLink),
  ],
  ['a name stated twice by public link', signer('Eva', '', byLink), signer('eva', '', byLink)],
])('one signer: %s', (_, one, other) => expect(signerKey(one)).toBe(signerKey(other)))

test.each<[string, FieldSigner, FieldSigner]>([
  ['two addresses with one name', ana, signer('Ana Mora', 'mora@example.com')],
  ['two names at one address', ana, signer('Luis Mora', 'ana@example.com')],
  ['an address with and without a name', ana, signer('', 'ana@example.com')],
  ['an accent in the address', signer('A', 'jose@x.example'), signer('A', 'josé@x.example')],
  ['a name with and without an address', ana, signer('Ana Mora')],
  ['the address of a person and one stated by public link', ana, signer('Ana Mora', 'ana@example.com', byLink)],
  ['a name and the same one stated by public link', signer('Ana Mora'), signer('Ana Mora', '', byLink)],
  ['the owner and an invited person with the same address', ana, { ...ana, isOwner: true }],
  ['two names', signer('Ana Mora'), signer('Ana Moro')],
  ['a vowel of another script', signer('राम'), signer('रमा')],
  ['two removed people', signer(REMOVED_SIGNER_NAME), signer(REMOVED_SIGNER_NAME)],
  ['two unnamed people', signer(' '), signer('')],
  ['two people with the name that pages show for none', signer('Firmante'), signer('firmante')],
  ['a person who is called like a key', signer(OWNER_SIGNER_KEY), signer('', '', { isOwner: true })],
  ['a name like an address', signer('ana@example.com'), ana],
])('two signers: %s', (_, one, other) => expect(signerKey(one)).not.toBe(signerKey(other)))

const anySigner = fc.record({
  fieldId: fc.integer({ min: 1, max: 4 }),
  name: fc.constantFrom('Ana Mora', 'ana  mora', 'Ána Mora', 'Eva', '', 'Firmante', REMOVED_SIGNER_NAME),
  email: fc.constantFrom('ana@x.example', 'ANA@x.example ', 'eva@x.example', ''),
  isOwner: fc.boolean(),
  byPublicLink: fc.boolean(),
})
const isOne = (a: FieldSigner, b: FieldSigner): boolean => signerKey(a) === signerKey(b)

test('being one signer is reflexive, symmetric and transitive', () => {
  fc.assert(
    fc.property(anySigner, anySigner, anySigner, (a, b, c) => {
      expect(isOne(a, { ...a })).toBe(true)
      expect(isOne(a, b)).toBe(isOne(b, a))
      if (isOne(a, b) && isOne(b, c)) expect(isOne(a, c)).toBe(true)
    }),
  )
})

test('the field does not matter to a signer with an address', () => {
  fc.assert(
    fc.property(anySigner, fc.integer(), (a, fieldId) => {
      fc.pre(a.email !== '')
      expect(isOne(a, { ...a, fieldId })).toBe(true)
    }),
  )
})

test('case, spaces and accents never matter, whatever the name is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(' ', '\t', '\u00a0'), (name, space) => {
      const one = signer(name)
      expect(isOne(one, { ...one, name: `${space}${name.normalize('NFD')}${space}` })).toBe(true)
    }),
  )
})

test('the key of an address is the key of its key', () => {
  fc.assert(fc.property(fc.emailAddress(), (email) => expect(emailKey(emailKey(email))).toBe(emailKey(email))))
})
