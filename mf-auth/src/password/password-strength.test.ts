import { type PasswordStrength, passwordStrength } from './password-strength.ts'

const personal = ['mariela.solis', 'Mariela', 'Solís', 'mariela@correo.example']

test.each<[string, PasswordStrength]>([
  ['', 'short'],
  ['Tr7!xQ2', 'short'],
  ['aaaaaaaaaaaa', 'weak'],
  ['12345678', 'weak'],
  ['abcdefgh', 'weak'],
  ['contraseña', 'weak'],
  ['C0ntr4señ4', 'weak'],
  ['password1', 'weak'],
  ['CostaRica2026', 'weak'],
  ['mariela2026', 'weak'],
  ['Mariela.Solís', 'weak'],
  ['jazmines', 'weak'],
  ['x7Kp2mQz', 'fair'],
  ['x7Kp2mQz9w', 'good'],
  ['tinta y papel 26', 'excellent'],
  ['caballo grapa batería', 'excellent'],
])('the password %p has the strength %s', (password, strength) => {
  expect(passwordStrength(password, personal, 8)).toBe(strength)
})

test('a password that satisfies the length rule does not have the strength short', () => {
  expect(passwordStrength('11111111', [], 8)).toBe('weak')
  expect(passwordStrength('🖋️🖋️🖋️🖋️', [], 8)).not.toBe('short')
})
