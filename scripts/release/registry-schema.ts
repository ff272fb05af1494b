import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { ContractSchema } from '../../shared/build/checks/contract.ts'
import { PassedChecksSchema } from '../../shared/build/checks/passed-checks.ts'
import {
  PreviewAnswerSchema,
  PreviewListSchema,
  PublisherStateSchema,
  SwitchAnswerSchema,
  SwitchRefusalSchema,
} from '../../shared/build/command/protocol.ts'
import { RegistrySchema } from '../../shared/src/contract/site/registry.ts'
import { UploadHeadSchema } from '../../shell/server/publishing/receive-upload.ts'
import { StoredRegistrySchema } from '../../shell/server/registry/stored-registry.ts'
import { inWorkspace } from '../workspace.ts'

interface PublishedSchema {
  readonly file: string
  readonly schema: Record<string, unknown>
}

/** Rules that JSON Schema cannot express are in the documents. */
const publishedAs = (file: string, title: string, description: string, schema: v.GenericSchema): PublishedSchema => ({
  file: inWorkspace('docs', ...file.split('/')),
  schema: { ...toJsonSchema(schema, { ignoreActions: ['check', 'guard'] }), title: `Trazo: ${title}`, description },
})

const V1 = 'Its meaning: docs/registry/v1.md'

/** All that the programs themselves validate against. */
export const publishedSchemas = (): readonly PublishedSchema[] => [
  publishedAs(
    'registry.schema.json',
    'registry.json',
    'Which release of each remote the site runs. Its meaning: docs/registry.md',
    StoredRegistrySchema,
  ),
  publishedAs('registry/v1/registry.schema.json', '/registry.json', `What pages get. ${V1}`, RegistrySchema),
  publishedAs(
    'registry/v1/upload.schema.json',
    'first part of POST /releases',
    V1,
    v.object({ ...UploadHeadSchema.entries, checks: PassedChecksSchema }),
  ),
  publishedAs(
    'registry/v1/contract.schema.json',
    'contract.json',
    `Of a release, and of the shell. ${V1}`,
    ContractSchema,
  ),
  publishedAs('registry/v1/state.schema.json', 'GET /releases', V1, PublisherStateSchema),
  publishedAs('registry/v1/answer.schema.json', 'answer of POST /releases', V1, SwitchAnswerSchema),
  publishedAs('registry/v1/previews.schema.json', 'GET /releases/previews', V1, PreviewListSchema),
  publishedAs('registry/v1/preview.schema.json', 'answer of POST /releases/previews', V1, PreviewAnswerSchema),
  publishedAs('registry/v1/refusal.schema.json', 'refusal of /releases', V1, SwitchRefusalSchema),
]

if (import.meta.main)
  for (const { file, schema } of publishedSchemas()) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(schema, undefined, 2)}\n`)
    spawnSync(inWorkspace('node_modules/.bin/biome'), ['format', '--write', file], { stdio: 'inherit' })
  }
