import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { test } from 'node:test'
import { inWorkspace } from '../workspace.ts'
import { areasByFile } from './journey-areas.ts'

test('every journey lists the parts of the product that it covers', () => {
  const journeys = globSync('e2e/journeys/*.spec.ts', { cwd: inWorkspace() })
  assert.deepEqual(Object.keys(areasByFile).sort(), journeys.sort())
})

test('every part that a journey lists exists', () => {
  const gone = Object.entries(areasByFile).flatMap(([file, paths]) =>
    paths.filter((path) => !existsSync(inWorkspace(path))).map((path) => `${file}: ${path}`),
  )
  assert.deepEqual(gone, [])
})

test('a journey covers every folder of the remotes and the shell', () => {
  const folders = globSync(['mf-*/src/*/', 'shell/src/*/'], { cwd: inWorkspace() }).map((path) =>
    path.replace(/\/$/, ''),
  )
  const parts = Object.values(areasByFile).flat()
  const isCovered = (folder: string): boolean =>
    folder.endsWith('/testing') ||
    parts.some((part) => folder === part || folder.startsWith(`${part}/`) || part.startsWith(`${folder}/`))
  assert.deepEqual(
    folders.filter((folder) => !isCovered(folder)),
    [],
  )
})
