import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lintProbes } from './lint-probes.ts'

const cases: readonly (readonly [folder: string, imported: string, allowed: boolean])[] = [
  ['mf-auth/src', 'shared/state', true],
  ['mf-auth/src', 'valibot', true],
  ['mf-auth/src', 'jotai', false],
  ['mf-auth/src', 'jotai/utils', false],
  ['mf-auth/src', 'react-router-dom', false],
  ['mf-auth/src', 'react-toastify/unstyled', false],
  ['mf-auth/src', '../../mf-signing/src/app.tsx', false],
  ['mf-auth/src', 'mf-signing', false],
  ['mf-auth/src', '../../shell/src/App.tsx', false],
  ['mf-auth/src', '../../api/src/app/app.ts', false],
  ['shell/src', '../../mf-signing/src/app.tsx', false],
  ['shell/src', 'react-router-dom', false],
  ['shared/src/state', 'jotai', true],
  ['shared/src/state', '../../../mf-auth/src/app.tsx', false],
  ['shared/src/state', '../../../shell/src/App.tsx', false],
  ['shared/src/state', 'pdf', false],
  ['shared/src/http', 'pdf/verify', false],
  ['shared/src/ui', '../../../pdf/src/verify/index.ts', false],
  ['shared/src/contract/verification', 'pdf/verify', false],
  ['mf-signing/src', 'pdf/verify', true],
  ['shell/src', 'pdf', true],
  ['pdf/src/verify', '../syntax/index.ts', true],
  ['pdf/src/verify', 'shared/contract', false],
  ['pdf/src/verify', '../../../shared/src/contract/values/geometry.ts', false],
  ['pdf/src/verify', '../../../api/src/app/app.ts', false],
  ['pdf/src/verify', 'mf-signing', false],
  ['api/src', 'shared/contract', true],
  ['api/src', 'shared/contract/errors', true],
  ['api/src', 'pdf', true],
  ['api/src', 'shared/contract/evidence-log', true],
  ['api/src', 'pdf/cms', true],
  ['api/src', 'shared/server', true],
  ['shell/server', 'shared/server', true],
  ['shell/server', 'shared/contract', true],
  ['shell/server', 'shared/build/record', true],
  ['shell/server/registry', '../../src/App.tsx', false],
  ['shell/server', 'shared/ui', false],
  ['shell/server', '../../mf-signing/src/app.tsx', false],
  ['shell/server', '../../api/src/app.ts', false],
  ['scripts/start', '../../shared/server/loopback.ts', true],
  ['scripts/start', '../../api/src/app.ts', false],
  ['scripts/start', '../../shell/src/App.tsx', false],
  ['scripts/start', '../../mf-signing/src/app.tsx', false],
  ['shell/src', 'shared/server', false],
  ['shell/src', '../../shared/server/index.ts', false],
  ['mf-auth/src', 'shared/server', false],
  ['mf-auth/src', '../../shared/server/logging.ts', false],
  ['shared/src/http', 'shared/server', false],
  ['shared/src/http', '../../server/environment.ts', false],
  ['shared/src/evidence', '../../server/index.ts', false],
  ['pdf/src/verify', 'shared/server', false],
  ['api/src', 'shared/http', false],
  ['api/src', 'shared/http/accounts', false],
  ['api/src', 'shared/ui', false],
  ['api/src', '../../mf-signing/src/geometry/geometry.ts', false],
  ['api/src', '../../shell/server/site.ts', false],
]

const fileOf = (index: number, folder: string): string => `${folder}/probe-${index}.ts`

const probes = cases.map(
  ([folder, imported], index) =>
    [fileOf(index, folder), `import * as it from '${imported}'\n\nexport { it }\n`] as const,
)
const refused = lintProbes(new Map(probes), ['style/noRestrictedImports'])

for (const [index, [folder, imported, allowed]] of cases.entries()) {
  test(`${folder} ${allowed ? 'may' : 'may not'} import ${imported}`, () => {
    assert.equal(!refused.has(fileOf(index, folder)), allowed)
  })
}

test("only 'shared' imports React's lazy", () => {
  const source = "import { lazy } from 'react'\n\nexport const Part = lazy(() => import('./Part.tsx'))\n"
  const other = "import { Suspense } from 'react'\n\nexport { Suspense }\n"
  const files = new Map([
    ['mf-documents/src/part.ts', source],
    ['shell/src/part.ts', source],
    ['shared/src/remote/part.ts', source],
    ['mf-documents/src/other.ts', other],
  ])
  const banned = lintProbes(files, ['style/noRestrictedImports'])
  assert.deepEqual([...banned].sort(), ['mf-documents/src/part.ts', 'shell/src/part.ts'])
})
