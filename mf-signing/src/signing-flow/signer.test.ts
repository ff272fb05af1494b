import { type ConfirmedSigner, type ContactRule, signerProblems, unknownSigner } from './signer.ts'

const eva: ConfirmedSigner = {
  identification: { type: 'nacional', number: '01-0234-0567' },
  name: 'Eva Rojas',
  email: 'eva@example.com',
  code: '123456',
}

const rows: readonly [string, ContactRule, Partial<ConfirmedSigner>, readonly string[]][] = [
  ['an invited guest identifies alone', 'none', { name: '', email: '', code: '' }, []],
  ['an unread input is not checked', 'none', { name: ' ', email: 'eva', code: '' }, []],
  ['a stated e-mail is optional', 'stated', { email: '', code: '' }, []],
  ['a stated e-mail has its shape', 'stated', { email: 'eva' }, ['El email no es válido']],
  ['a name is required', 'stated', { name: ' ' }, ['Por favor, escribe tu nombre']],
  ['spaces around an e-mail do no harm', 'confirmed', { email: ' eva@example.com ' }, []],
  ['an e-mail for the code is required', 'confirmed', { email: ' ' }, ['Por favor, escribe tu email']],
  ['its shape is checked', 'confirmed', { email: 'eva' }, ['El email no es válido']],
  ['the code is required', 'confirmed', { code: '' }, ['Escribe el código que te enviamos']],
]

test.each(rows)('signerProblems applies the rule: %s', (_, contact, typed, messages) => {
  expect(Object.values(signerProblems({ ...eva, ...typed }, contact))).toEqual(messages)
})

test('signerProblems lists the problems in the order of the inputs', () => {
  expect(Object.keys(signerProblems(unknownSigner, 'confirmed'))).toEqual(['number', 'name', 'email', 'code'])
})
