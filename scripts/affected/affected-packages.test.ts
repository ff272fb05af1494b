import assert from 'node:assert/strict'
import { test } from 'node:test'
import { affectedPackages } from './affected-packages.ts'

const dependencies = {
  shared: [],
  shell: ['shared'],
  'mf-auth': ['shared'],
  'mf-documents': ['shared'],
  api: ['shared'],
}
const all = Object.keys(dependencies)

const cases: readonly (readonly [paths: readonly string[], expected: readonly string[]])[] = [
  [[], []],
  [['mf-auth/src/login/LoginPage.tsx'], ['mf-auth']],
  [['mf-auth/src/login/LoginPage.test.tsx'], ['mf-auth']],
  [
    ['api/src/app/main.ts', 'mf-auth/package.json'],
    ['mf-auth', 'api'],
  ],
  [['shell/server/site.ts'], ['shell']],
  [['shared/src/ui/actions/Button.tsx'], all],
  [['shared/build/webpack/preset.ts'], all],
  [['shared/server/environment.ts'], ['shared', 'shell', 'api']],
  [['shared/server/environment.test.ts'], ['shared']],
  [['shared/testing/jest.mjs'], all],
  [['shared/src/ui/actions/Button.test.tsx', 'shared/api-surface.json'], ['shared']],
  [['pnpm-lock.yaml'], all],
  [['tsconfig.browser.json'], all],
  [['biome.json'], all],
  [['docs/teams.md', 'README.md', 'LICENSE', 'mf-auth/README.md'], []],
  [['scripts/site.ts', '.ci/run', 'contracts/shell.json'], []],
  [['mf-authority/src/app.tsx', 'src/mf-auth/app.tsx'], []],
]
for (const [paths, expected] of cases)
  test(`a change of ${paths.join(', ') || 'nothing'} affects ${expected.join(', ') || 'none'}`, () =>
    assert.deepEqual(affectedPackages(paths, dependencies), expected))

test('a change affects indirect dependents, too', () => {
  assert.deepEqual(affectedPackages(['a/x.ts'], { c: ['b'], b: ['a'], a: [] }), ['c', 'b', 'a'])
})
