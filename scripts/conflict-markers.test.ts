import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inWorkspace, workspaceRoot } from './workspace.ts'

// A formatter turns the markers of a merge into rows of tables and quotes.
const MARKERS = [/^(?:\| )?[<>]{7} /m, /^(?:\| )?={7}(?: *\|)?$/m, /^(?:> ){7}/m]

test('no file has markers of an unfinished merge', () => {
  const files = execFileSync('git', ['ls-files', '*.md', '*.ts', '*.tsx', '*.json', '*.css', '*.yaml'], {
    cwd: workspaceRoot,
    encoding: 'utf8',
  })
  const marked = files
    .split('\n')
    .filter((file) => file !== '' && MARKERS.some((marker) => marker.test(readFileSync(inWorkspace(file), 'utf8'))))
  assert.deepEqual(marked, [])
})
