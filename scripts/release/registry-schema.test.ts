import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { REGISTRY_SCHEMA_FILE, registrySchema } from './registry-schema.ts'

test('docs/registry.schema.json is up to date (node scripts/release/registry-schema.ts)', () => {
  assert.deepEqual(JSON.parse(readFileSync(REGISTRY_SCHEMA_FILE, 'utf8')), registrySchema())
})
