import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lintFindings } from './lint-findings.ts'
import { findLongFiles } from './long-files.ts'
import { hasProseChecker, MISSING_CHECKER, measureProse, measureSentences } from './prose.ts'
import { findRepeats } from './repeats.ts'
import { readSources } from './sources.ts'
import { measureStructure } from './structure.ts'

/** In 1,000 words. */
const MOST_TURNS = 0.5

const sources = readSources('ts', 'tsx', 'mjs', 'css')
const structure = measureStructure(sources)
const skip = hasProseChecker() ? false : MISSING_CHECKER

test('no file imports itself through other files', () => assert.deepEqual(structure.fileCycles, []))

test('no folder imports itself through its sibling folders', () => assert.deepEqual(structure.folderCycles, []))

test('no folder holds more than one feature', () => assert.deepEqual(structure.crowdedFolders, []))

test('no file outside tests is too long', () => assert.deepEqual(findLongFiles(sources), []))

test('no function outside tests is duplicated', () => assert.deepEqual(findRepeats(sources), []))

test('no function outside tests is too long or too complex', async () =>
  assert.deepEqual(await lintFindings(), { long: [], complex: [] }))

test('comments and documents use plain language', { skip }, () => {
  const { turns } = measureProse()
  assert.ok(turns <= MOST_TURNS, `${turns.toFixed(2)} roundabout turns in 1,000 words`)
})

test('test titles, log messages and the reference use plain language', { skip }, () => {
  const { turns } = measureSentences(sources)
  assert.ok(turns <= MOST_TURNS, `${turns.toFixed(2)} roundabout turns in 1,000 words`)
})
