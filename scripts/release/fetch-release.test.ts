import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { integrityOf } from '../../shared/build/integrity/integrity.ts'
import { fetchRelease } from './fetch-release.ts'

const manifest = JSON.stringify({ metaData: { remoteEntry: { name: 'e.js', integrity: 'sha256-AAAA' } } })
const contract = { name: 'mf_reports', release: '1.0.0-a', contract: 1, routes: [], slots: [], needs: {} }
const recordWith = (more: object = {}) =>
  JSON.stringify({ ...contract, needs: { 'shared/contract': '^6.0.0' }, ...more })

let files: Record<string, string>
let headers: Record<string, string>
let status: number
let server: Server
let folder: string

const offer = (given: Record<string, string>): void => {
  const hashes = Object.fromEntries(Object.entries(given).map(([file, text]) => [file, integrityOf(text)]))
  files = { ...given, 'integrity.json': JSON.stringify(hashes) }
}
before(async () => {
  server = createServer(({ url = '' }, response) => {
    response.writeHead(status, headers).end(files[url.split('/').at(-1) ?? ''])
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  folder = `http://127.0.0.1:${(server.address() as AddressInfo).port}/1.0.0-a/`
})
after(() => server.close())
beforeEach(() => {
  offer({ 'mf-manifest.json': manifest, 'contract.json': recordWith() })
  headers = { 'access-control-allow-origin': '*' }
  status = 200
})

const fetched = (address = `${folder}mf-manifest.json`) => fetchRelease('mf_reports', address)

test('a release on another origin is read with its address and hashes', async () => {
  const { id, release } = await fetched()
  assert.equal(id, '1.0.0-a')
  assert.deepEqual(release, {
    manifest: `${folder}mf-manifest.json`,
    integrity: integrityOf(manifest),
    shared: '^6.0.0',
    files: integrityOf(files['integrity.json'] ?? ''),
  })
})

const spoiled: readonly (readonly [what: string, spoil: () => void, message: RegExp])[] = [
  ['without the header for other origins', () => (headers = {}), /Access-Control-Allow-Origin/],
  ['that is not there', () => (status = 404), /contestó 404/],
  [
    'that redirects',
    () => {
      status = 302
      headers = { ...headers, location: '/' }
    },
    /no se puede leer/,
  ],
  ['with another manifest than its hashes say', () => (files['mf-manifest.json'] += ' '), /no es del mismo build/],
  ['with another contract than its hashes say', () => (files['contract.json'] += ' '), /no es del mismo build/],
  [
    'whose manifest has no hash of its entry',
    () => offer({ 'mf-manifest.json': '{"metaData":{"remoteEntry":{}}}', 'contract.json': recordWith() }),
    /no trae el hash de su entrada/,
  ],
  [
    'of another remote',
    () => offer({ 'mf-manifest.json': manifest, 'contract.json': recordWith({ name: 'mf_auth' }) }),
    /está mf_auth, no mf_reports/,
  ],
]
for (const [what, spoil, message] of spoiled)
  test(`a release ${what} is refused`, async () => {
    spoil()
    await assert.rejects(fetched(), message)
  })

for (const address of [
  '/r/mf_reports/1/mf-manifest.json',
  'file:///etc/passwd',
  'http://cdn.example/1/mf-manifest.json',
])
  test(`the address ${address} is refused because it is not the address of a manifest`, () =>
    assert.rejects(fetched(address), /no es la dirección de un manifiesto/))
