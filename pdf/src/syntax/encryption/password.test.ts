import {
  encryptionForms,
  OWNER_PASSWORD,
  passwordTrailer,
  protectedPdf,
  USER_PASSWORD,
} from '../../testing/node/index.ts'
import { inflateWithNode } from '../inflate-node.ts'
import { type PdfObject, pdfDict, pdfRef, pdfString, withEntries } from '../objects.ts'
import { openPdf } from '../pdf-document.ts'
import { PasswordError } from '../pdf-error.ts'
import { asciiBytes } from '../serialize.ts'
import { passwordForms } from './password-forms.ts'

const secret = pdfDict({ Says: pdfString(asciiBytes('a secret')) })
const open = (bytes: Uint8Array, password?: string) => openPdf(bytes, { inflate: inflateWithNode, password })
const cases = encryptionForms.flatMap((form) =>
  (['permitted', 'restricted'] as const).map((rights) => [form, rights] as const),
)

test.each(cases)(
  'qpdf’s file opens with the password of a user and of its owner, and no other: %s, %s',
  (form, rights) => {
    const bytes = protectedPdf(form, { rights, extra: [secret] })
    for (const password of [USER_PASSWORD, OWNER_PASSWORD]) {
      const { objects, encryption } = open(bytes, password)
      expect(objects.resolve(pdfRef(100))).toEqual(secret)
      expect(encryption?.allowsSigning).toBe(rights === 'permitted' || password === OWNER_PASSWORD)
    }
    for (const password of [undefined, '', 'Nandu 2026', USER_PASSWORD.toLowerCase(), `${USER_PASSWORD} `])
      expect(() => open(bytes, password)).toThrow(PasswordError)
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('a secret')
  },
)

test.each(encryptionForms)('composed and decomposed accents open the same file: %s', (form) => {
  const bytes = protectedPdf(form)
  for (const spelling of ['NFC', 'NFD'] as const)
    expect(open(bytes, USER_PASSWORD.normalize(spelling)).pageCount).toBe(1)
})

test.each<[string, number, readonly string[]]>([
  ['clave', 6, ['clave']],
  ['clave', 3, ['clave']],
  // RFC 4013, section 3.
  ['I\u00adX', 6, ['IX', 'I\u00adX']],
  ['\u00aa', 6, ['a', '\u00aa']],
  ['a\u00a0b', 6, ['a b', 'a\u00a0b']],
  ['n\u0303', 6, ['ñ', 'n\u0303']],
])('the typed password %j has these forms in revision %d', (text, revision, expected) => {
  const forms = passwordForms(text, revision)
  expect(forms.map((bytes) => new TextDecoder().decode(bytes))).toEqual(expected)
})

test('up to revision 4 a password is in PDFDocEncoding, or in UTF-8', () => {
  expect(passwordForms('€ñ', 4).map((bytes) => [...bytes])).toContainEqual([0xa0, 0xf1])
  expect(passwordForms('ñ', 4).map((bytes) => [...bytes])).toContainEqual([0xc3, 0xb1])
  expect(passwordForms('漢', 4)).toEqual([new TextEncoder().encode('漢')])
})

test('no more than 127 bytes of a password count', () => {
  for (const form of passwordForms('ñ'.repeat(10_000), 6)) expect(form.length).toBe(127)
})

const HOSTILE: readonly (readonly [string, Readonly<Record<string, PdfObject | undefined>>])[] = [
  ['another /U and /O', { U: pdfString(new Uint8Array(48)), O: pdfString(new Uint8Array(48)) }],
  ['long strings', { U: pdfString(new Uint8Array(1e6)), O: pdfString(new Uint8Array(1e6)) }],
  ['short strings', { U: pdfString(new Uint8Array(3)), O: pdfString(new Uint8Array(3)) }],
  ['no key of the owner', { OE: undefined, UE: pdfString(new Uint8Array(32)) }],
  ['a huge number of bits', { Length: 2 ** 31, P: -(2 ** 40) }],
  ['rounds of its own', { Rounds: 1e9, Iterations: 1e9 }],
]

test.each(HOSTILE)('a hostile dictionary costs bounded time: %s', (_, changes) => {
  const dictionary = withEntries(passwordTrailer('AES, 256 bits').Encrypt, changes)
  const bytes = protectedPdf('AES, 256 bits', { dictionary })
  const before = process.cpuUsage()
  try {
    open(bytes, `ñ\u00a0${'x'.repeat(10_000)}`)
  } catch (error) {
    expect(error).toMatchObject({ code: expect.stringMatching(/^PDF_(ENCRYPTED|MALFORMED)$/) })
  }
  const { user } = process.cpuUsage(before)
  expect(user / 1e6).toBeLessThan(6)
})
