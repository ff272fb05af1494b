/** @jest-environment node */
import { reachOf, styleNamesIn } from './style-reach.ts'

const others = styleNamesIn([
  ':root { --color-ink: #000 } .shell-bar, .Toastify__toast { color: red } [data-theme="dark"] { color: white }',
  '@keyframes shell-spin { to { rotate: 1turn } } @font-face { font-family: "Plain"; src: url(plain.woff2) }',
  '.mf-other-card { &:hover { color: red } } :::: { color: red } .mf-after-an-error { color: red }',
])

test.each([
  '.own { color: red }',
  '@layer remote { .own { &:hover, & > p, .nested & { color: red } } }',
  '.own a, .own > *, .own + p { color: red }',
  'body .own { color: red }',
  '.shell-bar .own { color: red }',
  '#own, [data-own="1"] { color: red }',
  ':is(.own, .mine) span { color: red }',
  ':root { --own: 1 } html { --own: 2 }',
  '@media print { .own:not(.shell-bar) { display: none } }',
  '@supports (rotate: 1turn) { @container (width > 1px) { .own::before { color: red } } }',
  '@keyframes own { to { color: red } } @font-face { font-family: "Own"; src: url(own.woff2) }',
])('the style sheet changes only elements of its own remote: %s', (css) => expect(reachOf(css, others)).toEqual([]))

test.each<[string, string[]]>([
  ['* { margin: 0 }', ['*']],
  ['body, a:hover { color: red }', ['body', 'a:hover']],
  ['html { font-size: 50% }', ['html']],
  ['.shell-bar { color: red }', ['.shell-bar']],
  ['.Toastify__toast > div { color: red }', ['.Toastify__toast > div']],
  ['.mf-other-card, .own { color: red }', ['.mf-other-card']],
  ['.mf-after-an-error { color: red }', ['.mf-after-an-error']],
  ['[data-theme] { color: red }', ['[data-theme]']],
  ['body:has(.own) { overflow: hidden }', ['body:has']],
  ['div:not(.own) { color: red }', ['div:not']],
  [':is(.own, body) { color: red }', [':is']],
  ['.own { body:has(&) { color: red } }', ['body:has']],
  [':root { --color-ink: red }', ['--color-ink']],
  [':root { --own: 1; color: red }', [':root']],
  ['button { color: red !important }', ['button']],
  ['@keyframes shell-spin { to { color: red } }', ['@keyframes shell-spin']],
  ['@font-face { font-family: Plain; src: url(own.woff2) }', ['@font-face Plain']],
  ['@page { margin: 0 }', ['@page']],
  ['@property --color-ink { syntax: "*"; inherits: false }', ['--color-ink']],
  ['@media print { @layer base { p { color: red } } }', ['p']],
  ['@scope (body) { p { color: red } }', ['p']],
])('the check reports a rule that changes elements of others: %s', (css, expected) =>
  expect(reachOf(css, others)).toEqual(expected),
)

test('the check throws an error for broken styles', () => {
  expect(() => reachOf('.own { color: red } }', others)).toThrow()
})
