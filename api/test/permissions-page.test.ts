import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accessPolicies } from '../src/domain/access/policies.ts'
import { permissionsPage } from './permissions-page.ts'
import { calls } from './support/calls.ts'
import { closeTestServers, openTestServer } from './support/test-server.ts'

const PAGE = join(__dirname, '../../docs/permissions.md')

afterAll(closeTestServers)

test('every call belongs to exactly one policy', () => {
  expect(accessPolicies.flatMap((policy) => policy.calls).sort()).toEqual(calls.map(({ name }) => name).sort())
})

test('docs/permissions.md is up to date', async () => {
  const { app } = await openTestServer()
  const page = permissionsPage(app.routeTable)
  if (process.env.WRITE_PERMISSIONS === '1') writeFileSync(PAGE, page)
  expect(readFileSync(PAGE, 'utf8')).toBe(page)
})
