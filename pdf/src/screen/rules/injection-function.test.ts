import fc from 'fast-check'
import { isHarmlessFunction } from './injection-function.ts'

test.each([
  '{ 360 mul sin 2 div exch 360 mul sin 2 div add }',
  '{}',
  '{0 0 0 4 -1 roll dup 0.5 gt {pop 1} {2 mul} ifelse}',
  '{dup .5 lt { 1 exch sub } if -1. +2 1e-3}\n',
  '{1 {2 {3} if} if}',
  '{ % tint of a spot colour, 100 %\r 1 exch sub }',
])('the function %j is harmless', (text) => expect(isHarmlessFunction(text)).toBe(true))

test.each([
  '',
  '1 2 add',
  '{1',
  '{1}}',
  '{1} {2}',
  '{1}; app.alert(1)',
  '{app.alert(1)}',
  '{1} % <script>x()</script>\n',
  '{(text) pop}',
  '{/name load exec}',
  '{1 {2}}',
  '{{1} {2} if}',
  '{{1} {2} {3} ifelse}',
  '{1 if}',
  '{eval}',
  '{1 2 add`}',
  '{1 2 [3]}',
  '{'.repeat(100_000),
  `${'{'.repeat(40)}1${'} if'.repeat(39)}}`,
])('the function %j is not harmless', (text) => expect(isHarmlessFunction(text.slice(0, 200_000))).toBe(false))

const piece = fc.constantFrom('1', '-.5', 'add', 'dup', '{1} if', '{1}{2 exch}ifelse')
const code = fc.constantFrom(...'()<>;=`\'"[]/\\&|!')

test('any calculation is harmless, and no text with a character of code is harmless', () => {
  fc.assert(
    fc.property(fc.array(piece), code, fc.nat(), (pieces, character, at) => {
      const text = `{${pieces.join(' ')}}`
      const place = at % (text.length + 1)
      expect(isHarmlessFunction(text)).toBe(true)
      expect(isHarmlessFunction(text.slice(0, place) + character + text.slice(place))).toBe(false)
    }),
  )
})
