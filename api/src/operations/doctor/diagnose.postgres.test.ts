import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { type ChildHome, openChildHome } from '../../../test/support/child-home.ts'
import { register, upload } from '../../../test/support/child-people.ts'
import type { ChildServer } from '../../../test/support/child-server.ts'
import { newDatabase } from '../../../test/support/fresh-places.ts'
import { threePages } from '../../../test/support/people.ts'
import { openTcpProxy, type TcpProxy } from '../../../test/support/tcp-proxy.ts'
import { createTestPki } from '../../domain/signing/test-support/signing.ts'
import { systemClock } from '../../platform/clock.ts'
import { parseApiEnvironment } from '../../platform/environment/environment.ts'
import { type FetchLimited, fetchLimited } from '../../platform/fetch-limited.ts'
import { describeFindings, diagnoseInstallation } from './diagnose.ts'

/* All services work first; then each breaks. */
let home: ChildHome
let server: ChildServer
let database: TcpProxy
let storage: TcpProxy
let sha256 = ''
let variables: Readonly<Record<string, string>>
const closing: (() => unknown)[] = []

const mailServer = async (hello: string): Promise<string> => {
  const listener = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(`${hello}\r\n`)
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (/^EHLO/i.test(text)) socket.write('250-test\r\n250 AUTH PLAIN\r\n')
      else if (/^AUTH/i.test(text)) socket.write('535 no\r\n')
      else socket.end('221 bye\r\n')
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  closing.push(() => listener.close())
  return `127.0.0.1:${(listener.address() as AddressInfo).port}`
}

const PUBLIC_URL = 'https://firmas.example'
/** Stubs only the site's health check. */
const fetchHere: FetchLimited = async (request) =>
  request.url === `${PUBLIC_URL}/healthz` ? Buffer.from('{"status":"ok"}') : fetchLimited(request)

const examine = async (more: Readonly<Record<string, string>> = {}): Promise<string> => {
  const environment = parseApiEnvironment({ ...variables, ...more })
  const spaceOf = async () => ({ free: 2 ** 36, total: 2 ** 37 })
  const outside = { fetch: fetchHere, spaceOf, lookUpTxt: async () => [] }
  return describeFindings(await diagnoseInstallation({ environment, clock: systemClock, ...outside }))
}

const problemsOf = async (more: Readonly<Record<string, string>> = {}): Promise<string> => {
  const said = await examine(more)
  for (const secret of [variables.S3_SECRET_ACCESS_KEY, 'cl%40ve', 'cl@ve']) expect(said).not.toContain(` ${secret}`)
  const lines = said.split('\n')
  return lines.filter((line) => /^(?:[!✖]| {4}→)/.test(line)).join('\n')
}

beforeAll(async () => {
  home = await openChildHome('doctor')
  server = await home.start()
  const { access_token: bearer } = await register(server)
  await upload(server, bearer, threePages())
  sha256 = (await home.stored())[0] ?? ''
  database = await openTcpProxy(home.variables.DATABASE_URL ?? '')
  storage = await openTcpProxy(home.variables.S3_ENDPOINT ?? '')
  const root = await fetch(`${server.address}/pki/ca/chain.pem`)
  const TSA_CA = join(home.dataDir, 'tsa.pem')
  await writeFile(TSA_CA, await root.text())
  variables = {
    ...home.variables,
    DATA_DIR: home.dataDir,
    DATABASE_URL: database.url,
    S3_ENDPOINT: storage.url,
    PUBLIC_URL,
    MAIL_FROM: 'firmas@firmas.example',
    SMTP_URL: `smtp://${await mailServer('220 test')}`,
    TSA_URL: `${server.address}/pki/tsa`,
    TSA_CA,
    TSA_ALLOW_HTTP: '1',
  }
})

afterAll(async () => {
  for (const close of closing) await close()
  await database.close()
  await storage.close()
  await home.remove()
})

test('when every service works, the doctor reports no problem and lists each service', async () => {
  const said = await examine()
  expect(said).toMatch(/Todo está en orden\.$/)
  expect(said).toMatch(/✔ Base de datos: Responde y tiene las \d+ migraciones/)
  expect(said).toMatch(/✔ Documentos: El bucket .* guarda y devuelve/)
  expect(said).toContain('✔ Documentos: El documento más reciente está completo.')
  expect(said).toMatch(/✔ Sello de tiempo: http:.* responde y su sello es válido/)
  expect(said).toContain('✔ Reloj: Coincide con la base de datos.')
  expect(said).toContain('✔ Reloj: Coincide con la autoridad de sellado de tiempo.')
  expect(said).toMatch(/✔ Correo: 127\.0\.0\.1 responde/)
})

describe('a broken database', () => {
  test('the doctor reports an unavailable database', async () => {
    await database.cut()
    try {
      expect(await problemsOf()).toMatch(/^✖ Base de datos: .*ECONNREFUSED.*\n {4}→ Inicia PostgreSQL.*$/)
    } finally {
      await database.restore()
    }
  })

  test('the doctor reports a database that accepts connections and does not respond', async () => {
    database.hang()
    try {
      expect(await problemsOf()).toMatch(/^✖ Base de datos: No se puede abrir la base de datos: .*timeout.*\n {4}→ .*$/)
    } finally {
      await database.restore()
    }
  })

  test('the doctor reports a database in another encoding, a wrong password and a missing database', async () => {
    const address = new URL(await newDatabase('SQL_ASCII'))
    const ask = () => problemsOf({ DATABASE_URL: address.href, KEYS_DIR: join(home.dataDir, 'keys') })
    expect(await ask()).toMatch(/^✖ Base de datos: La base guarda texto como SQL_ASCII\.\n {4}→ .*createdb -E UTF8.*$/)
    address.password = 'otra'
    expect(await ask()).toMatch(/^✖ Base de datos: .*authentication failed.*\n {4}→ El usuario o la contraseña.*$/)
    const missing = new URL(await newDatabase())
    missing.pathname = `${missing.pathname}_no`
    expect(await problemsOf({ DATABASE_URL: missing.href })).toMatch(
      /^✖ Base de datos: .*does not exist.*\n {4}→ La base que nombra DATABASE_URL no existe.*$/,
    )
  })
})

describe('a broken storage', () => {
  test('the doctor reports an unavailable storage', async () => {
    await storage.cut()
    try {
      expect(await problemsOf()).toMatch(
        /^✖ Documentos: El almacenamiento S3 .*ECONNREFUSED.*\n {4}→ Revisa S3_ENDPOINT.*$/,
      )
    } finally {
      await storage.restore()
    }
  })

  test('the doctor reports a missing bucket and unknown access keys', async () => {
    const cases: Record<string, string>[] = [{ S3_BUCKET: 'no-hay-ninguno' }, { S3_ACCESS_KEY_ID: 'otra' }]
    for (const wrong of cases)
      expect(await problemsOf(wrong)).toMatch(
        /^✖ Documentos: El almacenamiento S3 no guarda.*: (?!UnknownError).*\n {4}→ .*que el bucket exista.*$/,
      )
  })

  test('the doctor reports another storage and a changed or missing newest document', async () => {
    expect(await problemsOf({ S3_PREFIX: 'otra/' })).toMatch(/^✖ Documentos: La base conoce documentos que no están/)
    const credentials = {
      accessKeyId: variables.S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: variables.S3_SECRET_ACCESS_KEY ?? '',
    }
    const client = new S3Client({
      endpoint: variables.S3_ENDPOINT ?? '',
      region: 'us-east-1',
      credentials,
      forcePathStyle: true,
    })
    const Key = `${variables.S3_PREFIX ?? ''}${sha256.slice(0, 2)}/${sha256}`
    const place = { Bucket: variables.S3_BUCKET, Key }
    await client.send(new PutObjectCommand({ ...place, Body: 'otra cosa' }))
    expect(await problemsOf()).toMatch(/^✖ Documentos: .*dañad.*\n {4}→ .*respaldo.*$/)
    await client.send(new DeleteObjectCommand(place))
    expect(await problemsOf()).toMatch(/^✖ Documentos: La base conoce documentos que no están/)
    client.destroy()
    const db = await home.openDb()
    await db.deleteFrom('revisions').execute()
    await db.destroy()
  })
})

test('the doctor reports a mail server that is unavailable, refuses mail or passwords, or lacks TLS', async () => {
  const at = (address: string) => problemsOf({ SMTP_URL: address })
  expect(await at('smtp://127.0.0.1:1')).toMatch(/^✖ Correo: .*ECONNREFUSED.*\n {4}→ Revisa el host y el puerto/)
  expect(await at(`smtp://${await mailServer('554 no')}`)).toMatch(/^✖ Correo: No se pueden enviar correos/)
  const plain = await mailServer('220 test')
  expect(await at(`smtp://ana:clave@${plain}`)).toMatch(/^✖ Correo: .*\n {4}→ .*no acepta el usuario o la contraseña/)
  expect(await at(`smtps://${plain}`)).toMatch(/^✖ Correo: .*\n {4}→ .*smtps:\/\//)
})

test('the doctor reports a time-stamp authority that is unavailable, invalid or not in TSA_CA', async () => {
  const pki = await createTestPki({ now: () => new Date() })
  const other = join(home.dataDir, 'other.pem')
  await writeFile(other, pki.root.toString())
  const page = createServer((_request, response) => response.end('<html>'))
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
  closing.push(() => page.close())
  const wrong: readonly Readonly<Record<string, string>>[] = [
    { TSA_URL: 'http://127.0.0.1:1/tsa' },
    { TSA_URL: `http://127.0.0.1:${(page.address() as AddressInfo).port}` },
    { TSA_CA: other },
  ]
  for (const more of wrong)
    expect(await problemsOf(more)).toMatch(
      /^✖ Sello de tiempo: http:.* no da sellos que sirvan.*\n {4}→ Revisa TSA_URL.*$/,
    )
})
