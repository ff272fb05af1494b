/** @jest-environment node */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { href } from 'shared/contract'
import { AddedMountsSchema } from 'shared/contract/added-mounts'
import * as v from 'valibot'
import { API_PREFIXES } from './proxy.ts'
import { createTestSite } from './test/create-test-site.ts'

/** Fastify prints wildcard routes without their folder. */
const FOLDERS = ['assets', 'pdfjs', 'r']

const isFree = (segment: string): boolean =>
  v.is(AddedMountsSchema, [{ prefix: `/${segment}`, access: 'everyone', title: 'Reportes' }])

test('an added remote cannot mount a prefix that the site itself serves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-prefixes-'))
  writeFileSync(join(folder, 'index.html'), '<meta name="trazo-api-host" content="">')
  const site = createTestSite(folder, {
    dataDir: folder,
    shell: { release: '1', folder },
    pdfjsFolder: folder,
  })
  await site.ready()
  const routes = [...site.printRoutes({ commonPrefix: false }).matchAll(/^[├└]── \/([^\s/]*)/gm)].map(
    ([, first]) => first,
  )
  await site.close()
  rmSync(folder, { recursive: true })
  expect(routes).toEqual(expect.arrayContaining(['registry.json', 'metrics', 'healthz', 'home']))
  const own = [...routes, ...FOLDERS, ...API_PREFIXES.map((prefix) => prefix.split('/')[1]), href.palette().slice(1)]
  expect(own.filter((segment) => segment && isFree(segment))).toEqual([])
  expect(readdirSync(join(import.meta.dirname, '../src')).filter((file) => file.includes('.') && isFree(file))).toEqual(
    [],
  )
  expect(isFree('reportes')).toBe(true)
})
