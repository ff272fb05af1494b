import fc from 'fast-check'
import { href, isSigningPath, matchesPath, mounts, slugOf } from './paths.ts'

test.each([
  ['Contrato de alquiler.pdf', 'contrato-de-alquiler'],
  ['ACTA Nº 12 (final).PDF', 'acta-nº-12-final'],
  ['a -- b.pdf', 'a-b'],
  ['Señal de año.pdf', 'señal-de-año'],
  ['informe.pdf.pdf', 'informepdf'],
  ['***.pdf', ''],
])('section 2: the slug of %p is %p', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('section 2: a slug contains only letters, digits and single hyphens', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(slugOf(name)).toMatch(/^[\p{L}\p{N}-]*$/u)
      expect(slugOf(name)).not.toContain('--')
    }),
  )
})

test('signing addresses contain the id, the slug and the parameters', () => {
  expect(href.sign(12, 'Mi contrato.pdf', { token: 'a+b', fieldId: 7 })).toBe(
    '/sign/12/mi-contrato?token=a%2Bb&fieldId=7',
  )
  expect(href.sign(12, '***.pdf')).toBe('/sign/12/documento')
  expect(href.signField(12, 'año.pdf', 7)).toBe('/sign/field/12/a%C3%B1o/7')
})

test('only paths under /sign/ are signing paths', () => {
  expect(['/sign/1/a', '/sign/field/1/a/2', '/SIGN/1/a', '/Sign/Field/1/a/2'].every(isSigningPath)).toBe(true)
  expect(['/', '/sign', '/signature', '/document', '/dashboard'].some(isSigningPath)).toBe(false)
})

test.each([
  ['/login', '/Login', true],
  ['/login', '/LOGIN/', true],
  ['/', '/', true],
  ['/', '/login', false],
  ['/sign/:documentId/:documentName', '/SIGN/1/a', true],
  ['/sign/:documentId/:documentName', '/sign/1', false],
  ['/sign/:documentId/:documentName', '/sign/1/a/b', false],
])('the pattern %s matches %s: %p', (pattern, pathname, expected) => {
  expect(matchesPath(pattern, pathname)).toBe(expected)
})

test('every mount states which users have access', () => {
  expect(mounts.map(({ path, access }) => `${path} ${access.kind}`)).toEqual([
    '/login anonymous',
    '/register anonymous',
    '/forgot-password anonymous',
    '/reset-password anonymous',
    '/profile session',
    '/email/:step everyone',
    '/privacidad everyone',
    '/dashboard session',
    '/document everyone',
    '/sign/field/:documentId/:documentName/:fieldId everyone',
    '/sign/:documentId/:documentName everyone',
    '/verify everyone',
  ])
})
