import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCycles, siblingFolders } from './cycles.ts'

test('cycles are found, also two that share no node, and one long chain is none', () => {
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

test('folders side by side form a cycle; a folder and one inside it do not', () => {
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
