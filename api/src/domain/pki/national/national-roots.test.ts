import type { X509Certificate } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTrust, parseCertificate } from 'pdf/cms'
import { verifyTrustCall } from 'shared/contract/verify'
import { newHierarchy } from '../../../../test/support/card-signing.ts'
import { closeTestServers, openTestServer, succeed } from '../../../../test/support/test-server.ts'
import { readNationalTrust, splitByHierarchy } from './national-roots.ts'

const PUBLISHED = 'FD:9E:A7:30:94:8E:C2:58:75:FD:3C:4A:77:88:15:F5:7F:22:61:F7:39:BE:89:8D:D7:20:FA:2E:07:EF:7C:42'
const SHELLS = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g
const path = join(tmpdir(), `trazo-national-${process.pid}.pem`)

afterEach(async () => {
  rmSync(path, { force: true })
  await closeTestServers()
})

const withFile = (pem: string) => {
  writeFileSync(path, pem)
  return readNationalTrust(path)
}

test('the bundled root has the published fingerprint, and the bundled authorities chain to the root', async () => {
  const { roots, intermediates } = await readNationalTrust(null)
  expect(roots.map(({ fingerprint256 }) => fingerprint256)).toEqual([PUBLISHED])
  expect(roots.every((root) => root.verify(root.publicKey))).toBe(true)
  const der = ({ raw }: X509Certificate) => new Uint8Array(raw)
  const trust = createTrust(
    roots.map((root) => ({ certificate: der(root), kind: 'national' })),
    intermediates.map((each) => parseCertificate(der(each))),
  )
  expect(intermediates).toHaveLength(2)
  for (const each of intermediates) {
    const chain = await trust.chainOf(parseCertificate(der(each)), new Date('2026-06-01T00:00:00Z'))
    expect(chain).toMatchObject({ root: 'national', problem: undefined })
  }
})

test('a NATIONAL_CA file can add authorities, but no other root', async () => {
  const { pem } = await newHierarchy()
  const [root = '', ...below] = pem.match(SHELLS) ?? []
  expect((await withFile(below.join('\n'))).intermediates).toHaveLength(4)
  await expect(withFile(pem)).rejects.toThrow('NATIONAL_CA tiene una raíz que no es la nacional publicada')
  await expect(withFile(root)).rejects.toThrow('docs/national-certificates.md')
  const [bundled] = (await readNationalTrust(null)).roots
  expect((await withFile(bundled?.toString() ?? '')).roots).toHaveLength(1)
})

test('a root with the national name and another key counts as a simulator, and the API logs a warning', async () => {
  const national = await readNationalTrust(null)
  const { issuer } = await newHierarchy()
  const warn = jest.fn()
  const split = splitByHierarchy({ roots: [...national.roots, issuer.certificate], intermediates: [] }, { warn })
  expect(split.map(([kind, { roots }]) => [kind, roots.length])).toEqual([
    ['national', 1],
    ['simulator', 1],
  ])
  expect(warn).toHaveBeenCalledTimes(1)
})

test('the API returns the national root for verification, and a test hierarchy as a simulator', async () => {
  writeFileSync(path, (await newHierarchy()).pem)
  const server = await openTestServer({ variables: { SIGNING_AGENT: 'firmador', SIGNING_AGENT_CA: path } })
  const { roots } = await succeed(server, verifyTrustCall)
  expect(roots.map(({ kind }) => kind)).toEqual(['platform', 'national', 'simulator'])
})
