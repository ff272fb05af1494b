import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureExportNames, oneWordShare } from './export-names.ts'
import { readSources, type SourceText } from './sources.ts'

/** Percent: interfaces of `shared`, and components with a plain noun. */
const MOST_ONE_WORD = 1.3

const source = (file: string, ...lines: readonly string[]): SourceText => ({ file, text: `${lines.join('\n')}\n` })

const names = measureExportNames(readSources('ts', 'tsx'))

test('hardly any exported name is one dictionary word', () => {
  const share = oneWordShare(names)
  assert.ok(share <= MOST_ONE_WORD, `${share.toFixed(2)} % of ${names.count}:\n${names.oneWord.join('\n')}`)
})

test('no name is exported by several files', () => assert.deepEqual(names.repeated, []))

test('the measure finds one dictionary word in each form of export', () => {
  const { oneWord, count } = measureExportNames([
    source(
      'api/src/a.ts',
      'export const place = 1',
      'export const PLACE = 1',
      'export async function read() {}',
      'export abstract class Refusal {}',
      'export interface Place {}',
      'export type Uses = string',
      'export const { first, other: second, third: thirdPart } = parts',
      'export const readPlace = 1',
      'export const MOST_PLACES = 1',
      'export type FolderPath = string',
      'const hidden = 1',
    ),
  ])
  assert.equal(count, 12)
  assert.deepEqual(
    oneWord.map((each) => each.split(' ')[1]),
    ['place', 'PLACE', 'read', 'Refusal', 'Place', 'Uses', 'first', 'second'],
  )
})

test('the measure finds a name of two files, but no re-export, overload or merged type', () => {
  const { repeated } = measureExportNames([
    source('api/src/a.ts', 'export const readPlace = 1', 'export type ReadPlace = 1', 'export const ReadPlace = 1'),
    source('pdf/src/b.ts', 'export function readPlace(a: string): void', 'export function readPlace(): void {}'),
    source('pdf/src/index.ts', "export { readPlace } from './b.ts'", "export type { ReadPlace } from './b.ts'"),
  ])
  assert.deepEqual(repeated, ['readPlace: api/src/a.ts, pdf/src/b.ts'])
})

test('tests, deprecated names and the template of a remote may repeat a name', () => {
  const again = 'export const readPlace = 1'
  const { repeated } = measureExportNames([
    source('api/src/a.ts', again),
    source('api/src/a.test.ts', again),
    source('api/test/support/a.ts', again),
    source('templates/remote/src/a.ts', again),
    source('shared/src/a.ts', '/** @deprecated Use `findPlace`. */', again),
  ])
  assert.deepEqual(repeated, [])
})
