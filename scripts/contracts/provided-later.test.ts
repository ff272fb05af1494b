import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { PROVIDED_LATER } from '../../shared/build/provided-later.ts'
import { inWorkspace } from '../workspace.ts'

const scope = readFileSync(inWorkspace('shell', 'src', 'shared-scope.ts'), 'utf8')
const later = [...scope.matchAll(/import\('shared\/(.+)'\)/g)].map(([, subpath = '']) => subpath)

test('modules that the shell provides later are not in the chunk of every page', () => {
  assert.notDeepEqual(later, [])
  const kept = later.filter(
    (subpath) => !PROVIDED_LATER.some((part) => [`${subpath}/`, `${subpath}.ts`].includes(part)),
  )
  assert.deepEqual(kept, [])
})

test('every module that is provided later exists', () => {
  const gone = PROVIDED_LATER.filter((part) => !existsSync(inWorkspace('shared', 'src', ...part.split('/'))))
  assert.deepEqual(gone, [])
})
