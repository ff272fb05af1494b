import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildFrontEnd } from './build-front-ends.ts'
import { sourcesOfBuild } from './build-sources.ts'
import { readExports, readImportGraph } from './import-graph.ts'
import { isOfTypes } from './read-imports.ts'
import { readSources } from './stats/sources.ts'
import { frontEnds, inWorkspace, testedPackages } from './workspace.ts'

/** The configuration of webpack adds them to each build. */
const FEDERATION = readSources('ts')
  .map(({ file }) => file)
  .filter((file) => file.startsWith('shared/src/federation/') && !file.endsWith('.test.ts'))

const reached = (name: string): ReadonlySet<string> => {
  const entry = name === 'shell' ? 'src/main.ts' : 'src/app.tsx'
  const exported = readExports(inWorkspace(), testedPackages)
  const graph = readImportGraph(
    inWorkspace(),
    [`${name}/${entry}`, ...FEDERATION],
    exported,
    (each) => !isOfTypes(each),
  )
  return new Set(graph.keys())
}

for (const name of frontEnds)
  test(`the import graph reaches every module that webpack put into ${name}`, async () => {
    await buildFrontEnd(name, () => undefined)
    const sources = sourcesOfBuild(name)
    assert.ok(sources.length > 50, `${sources.length} modules were read`)
    const graph = reached(name)
    assert.deepEqual(
      sources.filter((file) => !graph.has(file)),
      [],
    )
  })
