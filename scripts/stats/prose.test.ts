import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureProse, readProse, readSentences } from './prose.ts'
import { ROUNDABOUT_TURNS } from './turns.ts'

const linesOf = (file: string, ...text: readonly string[]) => readProse({ file, text: text.join('\n') }).lines

test('the prose of code is its comments, without instructions to tools', () => {
  const text = [
    '/**',
    ' * Signs the field.',
    ' * @returns the digest',
    ' */',
    "const link = 'https://example.com' // As RFC 3986 says.",
    'const part = () => import(/* webpackChunkName: "part" */ \'./part.ts\')',
    '// biome-ignore lint/suspicious/noConsole: the team reads it',
    'const more = <p>{/* Below the fold. */}</p>',
  ]
  assert.deepEqual(linesOf('a.tsx', ...text), [
    'Signs the field.',
    '@returns the digest',
    'As RFC 3986 says.',
    'Below the fold.',
  ])
})

test('the reader finds comments of style sheets and of YAML', () => {
  assert.deepEqual(linesOf('a.css', '/* Above the page. */', '.page { color: red }'), ['Above the page.'])
  assert.deepEqual(linesOf('a.yaml', "colour: '#ffeedd'", 'size: 3 # In rem.'), ['In rem.'])
})

test('the prose of Markdown is its text without code', () => {
  assert.deepEqual(linesOf('a.md', '# Heading', '```sh', 'npm test', '```', 'Run `npm test` first.'), [
    '# Heading',
    'Run  first.',
  ])
})

test('sentences are strings of four words or more, in any kind of quotes', () => {
  const text = [
    "test('a guest signs the field', () => undefined)",
    'const two = "the owner\'s own file"',
    'log(`the queue of mails is full`)',
    "const key = 'three short words'",
  ].join('\n')
  assert.deepEqual(readSentences({ file: 'a.ts', text }).lines, [
    'a guest signs the field',
    "the owner's own file",
    'the queue of mails is full',
  ])
})

const phrases: Readonly<Record<keyof typeof ROUNDABOUT_TURNS, string>> = {
  whoever: 'Whoever signs',
  nobody: 'nobody signs',
  somebody: 'somebody signs',
  anew: 'reads it anew',
  'whence, thence': 'whence it came',
  'hears, tells of': 'hears of it',
  'of its own': 'of its own',
  'stands, for is': 'name stands first',
  'goes on, up': 'it gives up',
  'what, as noun': 'What the row',
  'where, for if': 'Signs, where none',
  'away, for unavailable': 'it is away',
  'has the word': 'has the word',
  meanwhile: 'meanwhile it waits',
  'as a rule': 'as a rule',
  'worth nothing': 'is worth nothing',
  'held to': 'is held to',
  mend: 'mends the file',
  beside: 'beside the page',
  'what is left': 'what is left',
  'on its way': 'on its way',
  'holds back': 'it holds back',
}

for (const name of Object.keys(ROUNDABOUT_TURNS))
  test(`the measure finds the turn: ${name}`, () => {
    const { turns } = measureProse([{ file: 'a.ts', lines: [phrases[name] ?? ''] }])
    assert.ok(turns.includes(`a.ts: ${phrases[name]} (${name})`), turns.join())
  })

test('the measure counts words and gives the turns in 1,000 of them', () => {
  const lines = ['One two three four five six seven eight nine', 'anew']
  assert.deepEqual(measureProse([{ file: 'a.md', lines }]), { words: 10, turns: ['a.md: anew (anew)'], rate: 100 })
  assert.deepEqual(measureProse([]), { words: 0, turns: [], rate: 0 })
})
