import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { test } from 'node:test'
import { inWorkspace } from '../workspace.ts'
import { publishedSchemas } from './registry-schema.ts'

for (const { file, schema } of publishedSchemas())
  test(`${relative(inWorkspace('.'), file)} is up to date (node scripts/release/registry-schema.ts)`, () =>
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), JSON.parse(JSON.stringify(schema))))
