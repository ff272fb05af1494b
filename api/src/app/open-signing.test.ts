import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { opensslFile, testWith, withTempDirAsync } from 'pdf/testing/node'
import { digitalSignCall } from 'shared/contract'
import { drawing, placeField, registerPerson, stated, uploadDocument } from '../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from '../../test/support/test-server.ts'
import { answerTimeStamp } from '../domain/pki/answer-time-stamp.ts'
import { publishedName } from '../domain/pki/publication.ts'
import { createTestPki } from '../domain/signing/test-support/signing.ts'

afterEach(closeTestServers)

const signAlone = async (server: TestServer) => {
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  const field = await placeField(server, bearer, document.id, { field_type: 'PRIMARY' })
  const body = { field_id: field.id, signature_data: drawing(), ...stated(document) }
  return succeed(server, digitalSignCall, { bearer, params: { fieldId: field.id }, body })
}

const seals = ({ services }: TestServer) => services.db.selectFrom('seals').selectAll().execute()
const signatures = ({ services }: TestServer) => services.db.selectFrom('signatures').selectAll().execute()

const NOW = new Date(Date.UTC(2026, 0, 31, 18))

describe('with an external time-stamp authority', () => {
  const start = (folder: string, url: string, ca: string) => {
    writeFileSync(join(folder, 'tsa.pem'), ca)
    const variables = { TSA_URL: url, TSA_CA: join(folder, 'tsa.pem'), TSA_ALLOW_HTTP: '1' }
    return openTestServer({ variables })
  }

  test('signatures and seals carry time stamps of the external authority and record their source', () =>
    withTempDirAsync(async (folder) => {
      const other = await createTestPki({ now: () => NOW })
      const authority = createServer(async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk)
        response.end(await answerTimeStamp(other, Buffer.concat(chunks)))
      })
      await new Promise<void>((resolve) => authority.listen(0, '127.0.0.1', resolve))
      try {
        const { port } = authority.address() as AddressInfo
        const server = await start(folder, `http://127.0.0.1:${port}/`, other.root.toString())
        const { timestamp } = await signAlone(server)
        expect(timestamp?.source).toBe('external')
        expect(await seals(server)).toMatchObject([{ timestamp_source: 'external', level: 'B-T' }])
      } finally {
        authority.closeAllConnections()
        authority.close()
      }
    }))

  test('when the external authority is unavailable, the platform stamps and the records show this', () =>
    withTempDirAsync(async (folder) => {
      const other = await createTestPki()
      const server = await start(folder, 'http://127.0.0.1:9/', other.root.toString())
      const { timestamp } = await signAlone(server)
      expect(timestamp).toMatchObject({ source: 'platform-instead', authority: 'Trazo Platform TSA' })
      expect(await signatures(server)).toMatchObject([{ timestamp_source: 'platform-instead' }])
      expect(await seals(server)).toMatchObject([{ timestamp_source: 'platform-instead', level: 'B-LTA' }])
    }))

  test('the server does not start when TSA_CA contains no readable certificates', () =>
    withTempDirAsync(async (folder) => {
      await expect(start(folder, 'http://127.0.0.1:9/', 'nada')).rejects.toThrow(
        'Configuración inválida: TSA_CA no tiene certificados en formato PEM.',
      )
    }))
})

describe('with the installation’s own authority in a PKCS#12 file', () => {
  /** openssl uses the machine's clock. */
  const start = (folder: string, validFrom: string) => {
    const config = [
      '[ca]\ndefault_ca=one\n[one]\ndatabase=index\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=any',
      '[any]\ncommonName=supplied\n[req]\ndistinguished_name=any_name\n[any_name]',
      '[x]\nbasicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash',
    ].join('\n')
    const curve = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256']
    const key = opensslFile({}, ['genpkey', ...curve, '-out', 'key'], 'key')
    const files = { key, config, index: '', serial: '07\n' }
    const request = ['req', '-new', '-key', 'key', '-config', 'config', '-subj', '/CN=CA propia', '-out', 'csr']
    const csr = opensslFile(files, request, 'csr')
    const life = ['-startdate', validFrom, '-enddate', '20360101000000Z', '-extensions', 'x', '-batch', '-notext']
    const issue = ['ca', '-selfsign', '-keyfile', 'key', '-config', 'config', '-in', 'csr', ...life, '-out', 'pem']
    const pem = opensslFile({ ...files, csr }, issue, 'pem')
    const pack = ['pkcs12', '-export', '-in', 'pem', '-inkey', 'key', '-passout', 'pass:clave', '-out', 'p12']
    writeFileSync(join(folder, 'ca.p12'), opensslFile({ key, pem }, pack, 'p12'))
    writeFileSync(join(folder, 'password'), 'clave\n')
    const variables = { SIGNING_P12: join(folder, 'ca.p12'), SIGNING_P12_PASSWORD_FILE: join(folder, 'password') }
    return openTestServer({ variables })
  }

  testWith(['openssl'], 'the own authority issues the signers’ certificates, and the seal is complete', () =>
    withTempDirAsync(async (folder) => {
      const server = await start(folder, '20260101000000Z')
      const { certificate_info } = await signAlone(server)
      expect(certificate_info.issuer).toBe('CA propia')
      expect(await seals(server)).toMatchObject([{ level: 'B-LTA', missing: '[]' }])
      const own = server.services.pki.authorities.at(-1)
      const list = await server.app.inject(`/pki/crl/${own === undefined ? '' : publishedName(own.certificate)}.crl`)
      expect(list.statusCode).toBe(200)
      await expect(server.services.signer.selfTest(NOW)).resolves.toBeUndefined()
    }),
  )

  testWith(
    ['openssl'],
    'the server does not start when the certificate of SIGNING_P12 is not valid yet, and states the dates',
    () =>
      withTempDirAsync(async (folder) => {
        await expect(start(folder, '20260301000000Z')).rejects.toThrow(
          'Configuración inválida: SIGNING_P12 tiene un certificado que no está vigente: vale del 2026-03-01 al 2036-01-01.',
        )
      }),
  )
})
