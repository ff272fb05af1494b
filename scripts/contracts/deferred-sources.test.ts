import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { DEFERRED_SOURCES } from '../../shared/build/webpack/deferred-sources.ts'
import { importsOf } from '../read-imports.ts'
import { inWorkspace } from '../workspace.ts'

const SCOPE = inWorkspace('shell', 'src', 'shared-scope.ts')
const deferred = importsOf(SCOPE, readFileSync(SCOPE, 'utf8')).flatMap(({ kind, specifier }) =>
  kind === 'dynamic' ? specifier.replace('shared/', '') : [],
)

const { exports } = JSON.parse(readFileSync(inWorkspace('shared', 'package.json'), 'utf8'))
/** Path below `src`. */
const sourceOf = (subpath: string): string => String(exports[`./${subpath}`]).replace('./src/', '')

test('every module that the shell provides later is listed as deferred', () => {
  assert.notDeepEqual(deferred, [])
  const kept = deferred.filter((subpath) => !DEFERRED_SOURCES.some((part) => sourceOf(subpath).startsWith(part)))
  assert.deepEqual(kept, [])
})

test('every source that is listed as deferred exists', () => {
  const gone = DEFERRED_SOURCES.filter((part) => !existsSync(inWorkspace('shared', 'src', ...part.split('/'))))
  assert.deepEqual(gone, [])
})
