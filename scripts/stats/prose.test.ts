import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureProse, proseOf } from './prose.ts'

test('comments are read, strings and directives are not', () => {
  const source = [
    "const url = 'http://nobody.example' // Appends one row.",
    '/** Retries once.',
    ' * Then fails. */',
    '// biome-ignore lint: nobody',
    '/* 1 */',
  ].join('\n')
  assert.deepEqual(proseOf(source, false), ['Appends one row.', 'Retries once.', 'Then fails. '])
})

test('code in Markdown is no prose', () => {
  assert.deepEqual(proseOf('Run `nobody`.\n```\nnobody\n```\n\nEnd.', true), ['Run .', 'End.'])
})

test('words and turns are counted', () => {
  assert.deepEqual(measureProse(['Whoever hears of it', 'goes on.']), { words: 6, lines: 2, turns: 3 })
})
