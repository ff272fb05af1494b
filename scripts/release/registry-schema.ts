import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { toJsonSchema } from '@valibot/to-json-schema'
import { StoredRegistrySchema } from '../../shell/server/registry/stored-registry.ts'
import { inWorkspace } from '../workspace.ts'

export const REGISTRY_SCHEMA_FILE = inWorkspace('docs', 'registry.schema.json')

/** Rules that JSON Schema cannot express are in docs/registry.md. */
export const registrySchema = (): Record<string, unknown> => ({
  ...toJsonSchema(StoredRegistrySchema, { ignoreActions: ['check', 'guard'] }),
  title: 'Trazo: registry.json',
  description: 'Which release of each remote the site runs. Its meaning: docs/registry.md',
})

if (import.meta.main) {
  writeFileSync(REGISTRY_SCHEMA_FILE, `${JSON.stringify(registrySchema(), undefined, 2)}\n`)
  spawnSync(inWorkspace('node_modules/.bin/biome'), ['format', '--write', REGISTRY_SCHEMA_FILE], { stdio: 'inherit' })
}
