import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildFrontEnd } from './build-front-ends.ts'
import { sourcesOfBuild } from './build-sources.ts'
import { readExports, readImportGraph } from './import-graph.ts'
import { isOfTypes, type ReadImport } from './read-imports.ts'
import { isTest, readSources } from './stats/sources.ts'
import { frontEnds, inWorkspace, testedPackages } from './workspace.ts'

/** The configuration of webpack adds them to each build. */
const ADDED = readSources('ts')
  .map(({ file }) => file)
  .filter((file) => /^shared\/src\/(federation|icons)\//.test(file) && !isTest(file))

const exported = readExports(inWorkspace(), testedPackages)

/** @returns modules of the build that the graph lacks */
const missed = async (name: string, follows: (found: ReadImport) => boolean): Promise<string[]> => {
  await buildFrontEnd(name, () => undefined)
  const sources = sourcesOfBuild(name)
  assert.ok(sources.length > 50, `${sources.length} modules were read`)
  const entry = `${name}/src/${name === 'shell' ? 'main.ts' : 'app.tsx'}`
  const graph = readImportGraph(inWorkspace(), [entry, ...ADDED], exported, follows)
  return sources.filter((file) => !graph.has(file))
}

for (const name of frontEnds)
  test(`the import graph reaches every module that webpack put into ${name}`, async () =>
    assert.deepEqual(await missed(name, (found) => !isOfTypes(found)), []))

test('a graph without lazy imports would lack modules of a build', async () => {
  const lacks = await missed('mf-auth', ({ kind }) => kind === 'static')
  assert.ok(lacks.includes('mf-auth/src/profile/ProfilePage.tsx'), lacks.join('\n'))
})
