import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseProse, sentencesOf } from './prose.ts'

test('sentences are strings of four words or more, in any kind of quotes', () => {
  const text = [
    "test('a guest signs the field', () => undefined)",
    'const two = "the owner\'s own file"',
    'log(`the queue of mails is full`)',
    "const key = 'three short words'",
  ].join('\n')
  assert.deepEqual(sentencesOf({ file: 'a.ts', text }), [
    'a guest signs the field',
    "the owner's own file",
    'the queue of mails is full',
  ])
})

test('the parser reads the summary line of the checker', () => {
  const output = [
    '   14 nobody',
    '20000 words (5100 in code comments, 6.7 a comment line), 30 roundabout turns: 1.5 per 1,000 words',
    '',
  ].join('\n')
  assert.deepEqual(parseProse(output), { words: 5100, wordsPerLine: 6.7, turns: 1.5 })
})

test('an output in another format is an error, not a clean result', () => {
  assert.throws(() => parseProse('0 words, 0 roundabout turns'))
  assert.throws(() => parseProse(''))
})
