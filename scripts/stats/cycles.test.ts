import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCycles, siblingFolders } from './cycles.ts'

test('the search finds separate cycles and ignores a chain without a cycle', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['a', 'd']],
    ['d', ['e']],
    ['e', []],
    ['f', ['g']],
    ['g', ['f']],
  ])
  assert.deepEqual(findCycles(graph), [
    ['a', 'b', 'c'],
    ['f', 'g'],
  ])
})

test('sibling folders form a cycle, and a folder and its subfolder do not', () => {
  const graph = new Map([
    ['src/a/one.ts', ['src/b/two.ts', 'src/a/inner/three.ts']],
    ['src/a/inner/three.ts', ['src/a/one.ts']],
    ['src/b/inner/four.ts', ['src/a/inner/three.ts']],
    ['src/b/two.ts', ['src/top.ts']],
    ['src/top.ts', ['src/b/two.ts']],
  ])
  const cycles = [...siblingFolders(graph).values()].flatMap(findCycles)
  assert.deepEqual(cycles, [['src/a', 'src/b']])
})
