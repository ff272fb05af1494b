import fc from 'fast-check'

export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  'a\r\nBcc: otro@example.com',
  '\ud800',
  'x\udfff',
  '\u202efdp.exe',
  '\u200b\u200d\ufeff',
  'ﷺ'.repeat(50),
  'e\u0301'.repeat(200),
  'ß'.repeat(100),
  'ı',
  '👩‍👩‍👧‍👦'.repeat(20),
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '[object Object]',
  '0x10',
  '1e3',
  '-1',
  '9007199254740993',
  '99999999999999999999999999',
  "' or 1=1 --",
  '"; drop table users; --',
  '%',
  '_%',
  '\\',
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'file:///etc/passwd',
  '<script>alert(1)</script>',
  '=cmd()',
  '{{7*7}}',
  'data:image/png;base64,',
  'data:image/png;base64,AAAA',
  'x'.repeat(20_000),
]

const deep = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...hostileTexts),
  fc.constantFrom<unknown>(null, true, false, 0, -1, 0.5, 1e308, -1e308, 2 ** 53, 2 ** 53 + 2, 1e21, 5e-324),
  fc.constantFrom<unknown>([], [[]], {}, [null], { length: 1e9 }, { toString: 1 }, deep(40)),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.nat(), { minLength: 300, maxLength: 301 }),
)

export const hostileKey = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '')
