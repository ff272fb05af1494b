import { extractCode, isCompleteCode } from './CodeField.tsx'

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['Tu código es 123456.\n', '123456'],
  ['１２３４５６', '123456'],
  ['12345678', '123456'],
  ['12a3', '123'],
  ['ningún dígito', ''],
  ['', ''],
])('section 5: the code field reduces %p to its first 6 digits: %p', (text, code) => {
  expect(extractCode(text)).toBe(code)
})

test('section 9: a complete code has 6 digits', () => {
  expect(['12345', '123456'].map(isCompleteCode)).toEqual([false, true])
})
