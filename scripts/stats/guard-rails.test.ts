import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCitations } from './citations.ts'
import { lintFindings } from './lint-findings.ts'
import { findLongFiles } from './long-files.ts'
import { type MeasuredProse, measureProse, readProse, readSentences } from './prose.ts'
import { findRepeats } from './repeats.ts'
import { readSources } from './sources.ts'
import { measureStructure } from './structure.ts'

/** In 1,000 words. */
const MOST_TURNS = 0.5

const sources = readSources('ts', 'tsx', 'mjs', 'css')
const structure = measureStructure(sources)

test('the guard rails read the whole workspace', () => assert.ok(sources.length > 2000, `${sources.length} files`))

test('no file imports itself through other files', () => assert.deepEqual(structure.fileCycles, []))

test('no folder imports itself through its sibling folders', () => assert.deepEqual(structure.folderCycles, []))

test('no folder holds more than one feature', () => assert.deepEqual(structure.crowdedFolders, []))

test('no file outside tests is too long', () => assert.deepEqual(findLongFiles(sources), []))

test('no function outside tests is written twice, with the same or with other names', () =>
  assert.deepEqual(findRepeats(sources), { repeats: [], unusedAllowances: [] }))

test('no function outside tests is too long or too complex', async () =>
  assert.deepEqual(await lintFindings(), { long: [], complex: [] }))

test('no source, title or document cites the number of an issue', () =>
  assert.deepEqual(findCitations([...sources, ...readSources('md', 'yaml', 'yml', 'json', 'jsonc', 'html')]), []))

const isPlain = ({ words, turns, rate }: MeasuredProse): void => {
  assert.ok(words > 50_000, `${words} words were read`)
  assert.ok(rate <= MOST_TURNS, `${rate.toFixed(2)} roundabout turns in 1,000 words:\n${turns.join('\n')}`)
}

test('comments and documents use plain language', () =>
  isPlain(measureProse([...sources, ...readSources('md', 'yaml', 'yml')].map(readProse))))

test('test titles, log messages and the reference use plain language', () =>
  isPlain(measureProse(sources.map(readSentences))))
