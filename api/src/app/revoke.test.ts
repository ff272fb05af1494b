import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serialOf } from 'pdf/cms/node'
import { closeTestServers, openTestServer, type TestServer } from '../../test/support/test-server.ts'
import { issuerIdOf } from '../domain/pki/certificate-register.ts'
import { createStoredRegister } from '../domain/pki/stored-register.ts'

afterEach(closeTestServers)

const revoke = ({ variables }: TestServer, ...args: string[]) => {
  const env = { ...process.env, ...variables, NODE_OPTIONS: '' }
  return promisify(execFile)(process.execPath, [join(__dirname, 'revoke.ts'), ...args], { env })
}

test('the revoke command revokes a certificate that a running server issued and reports the revocation', async () => {
  const server = await openTestServer()
  const { services, clock } = server
  const { pki, db } = services
  const input = { commonName: 'Ana', email: '', now: new Date(clock.now()) }
  const { certificate } = await pki.issueSignerCertificate(input)
  const { stderr } = await revoke(server, certificate.serialNumber, 'keyCompromise')
  expect(stderr).toContain('está revocado')
  expect(stderr).toContain('"event":"certificate-revoked"')
  const found = await createStoredRegister(db).find(issuerIdOf(pki.issuing), serialOf(certificate))
  expect(found?.revoked?.reason).toBe(1)
})

test('the revoke command fails for an unknown serial number, an invalid reason or missing arguments', async () => {
  const server = await openTestServer()
  await expect(revoke(server, '4a')).rejects.toMatchObject({ code: 1 })
  await expect(revoke(server, '4a', 'porque sí')).rejects.toMatchObject({ code: 2 })
  await expect(revoke(server)).rejects.toMatchObject({ code: 2 })
})
