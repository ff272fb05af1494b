import fc from 'fast-check'
import { formatIdentification, type IdentificationType, identificationProblem } from './identification.ts'

test.each([
  ['nacional', '', ''],
  ['nacional', '1', '01'],
  ['nacional', '01', '01'],
  ['nacional', '0', '0'],
  ['nacional', '10234', '01-0234'],
  ['nacional', '1-0234-0567', '01-0234-0567'],
  ['nacional', '0102340567999', '01-0234-0567'],
  ['nacional', 'cédula 1 0234 0567', '01-0234-0567'],
  ['extranjero', '1558 0012 3456', '155800123456'],
  ['extranjero', '155800123456789', '155800123456'],
  ['extranjero', 'abc', ''],
] as const)('formatIdentification formats a typed number of the type %s: %j becomes %j', (type, typed, shown) => {
  expect(formatIdentification(type, typed)).toBe(shown)
})

test.each([
  ['nacional', '01-0234-0567', undefined],
  ['nacional', '', 'Por favor, ingrese su número de identificación'],
  ['nacional', '   ', 'Por favor, ingrese su número de identificación'],
  ['nacional', '01-0234-056', 'La cédula tiene la forma 0#-####-####, por ejemplo 01-0234-0567.'],
  ['nacional', '11-0234-0567', 'La cédula tiene la forma 0#-####-####, por ejemplo 01-0234-0567.'],
  ['nacional', '00-0234-0567', 'La cédula tiene la forma 0#-####-####, por ejemplo 01-0234-0567.'],
  ['extranjero', '155800123456', undefined],
  ['extranjero', '500000000000', undefined],
  ['extranjero', '', 'Por favor, ingrese su número de identificación'],
  ['extranjero', '255800123456', 'El número tiene 12 dígitos: DIMEX empieza con 1 y DIDI con 5.'],
  ['extranjero', '15580012345', 'El número tiene 12 dígitos: DIMEX empieza con 1 y DIDI con 5.'],
] as const)('section 5: identificationProblem checks a number of the type %s: %j → %j', (type, number, problem) => {
  expect(identificationProblem({ type, number })).toBe(problem)
})

const type = fc.constantFrom<IdentificationType>('nacional', 'extranjero')

test('formatting is idempotent and keeps at most the length of an identification', () => {
  fc.assert(
    fc.property(type, fc.string(), (kind, typed) => {
      const shown = formatIdentification(kind, typed)
      expect(formatIdentification(kind, shown)).toBe(shown)
      expect(shown).toMatch(/^[\d-]{0,12}$/)
    }),
  )
})

test('a national number with all its digits is valid after formatting', () => {
  const national = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 99_999_999 }))
  fc.assert(
    fc.property(national, ([province, rest]) => {
      const typed = `${province}${String(rest).padStart(8, '0')}`
      const number = formatIdentification('nacional', typed)
      expect(identificationProblem({ type: 'nacional', number })).toBeUndefined()
    }),
  )
})
