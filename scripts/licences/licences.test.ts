import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { refusedLicences } from '../../shared/build/checks/licences.ts'
import { libraryFolder } from '../../shared/build/package-info.ts'
import { pdfjsPartFiles } from '../../shell/server/licences/pdfjs-licences.ts'
import { inWorkspace } from '../workspace.ts'
import { collectLicences } from './server-licences.ts'

const { pdfjs, server } = collectLicences()
const pdfjsFolder = libraryFolder(inWorkspace('shell'), 'pdfjs-dist')

test('the licences of the servers and of pdf.js are allowed', () => {
  assert.deepEqual(refusedLicences(server, 'server'), [])
  assert.deepEqual(refusedLicences(pdfjs, 'browser'), [])
})

test('the server list has direct and indirect packages and fonts, and no build tools', () => {
  const names = new Set(server.map(({ name }) => name))
  for (const name of ['fastify', 'pg', 'pino', 'find-my-way', '@embedpdf/fonts-latin', 'prom-client'])
    assert.ok(names.has(name), name)
  for (const name of ['webpack', 'jest', 'react', 'shared', 'typescript', 'openapi-typescript', '@hey-api/openapi-ts'])
    assert.ok(!names.has(name), name)
})

test('each part of pdf.js that has a separate licence file is listed', () => {
  const folders = ['cmaps', 'iccs', 'standard_fonts', 'wasm'].filter((name) => existsSync(join(pdfjsFolder, name)))
  const found = folders.flatMap((folder) =>
    readdirSync(join(pdfjsFolder, folder))
      .filter((name) => name.startsWith('LICENSE'))
      .map((name) => `${folder}/${name}`),
  )
  assert.deepEqual(found.sort(), [...pdfjsPartFiles].sort())
})
