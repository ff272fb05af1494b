import { sitePathOf, tokenInPath } from './site-path.ts'

test.each(['/sign/4/anexo?token=abc&fieldId=9', '/sign/4/a%C3%B1exo', '/'])('%s stays within the site', (path) => {
  expect(sitePathOf(path)).toBe(path)
})

test.each([
  null,
  '',
  'sign/4',
  '//otro.example/sign/4',
  '/\\otro.example',
  '/\t/otro.example',
  '/\n/otro.example',
  '/sign\\4',
  'https://otro.example/sign/4',
  'javascript:alert(1)',
  ' /sign/4',
])('%j opens nothing', (path) => {
  expect(sitePathOf(path)).toBeUndefined()
})

test('the token of a link is read from its query alone', () => {
  expect(tokenInPath('/sign/4/anexo?fieldId=9&token=a%2Bb#token=c')).toBe('a+b')
  expect(tokenInPath('/sign/4/token=abc')).toBeUndefined()
})
