import { execFile, execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { newHierarchy } from '../../../test/support/card-signing.ts'
import { NODE_COMPILE_CACHE } from '../../../test/support/child-server.ts'
import { startInvited } from '../../../test/support/invited.ts'
import { registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { answerTimeStamp } from '../../domain/pki/answer-time-stamp.ts'
import { createTestPki } from '../../domain/signing/test-support/signing.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'
import { parseApiEnvironment } from '../../platform/environment/environment.ts'
import type { FetchLimited } from '../../platform/fetch-limited.ts'
import { describeFindings, diagnoseInstallation } from './diagnose.ts'
import type { DoctorFinding, DoctorOptions, DoctorSubject } from './finding.ts'

const GIGABYTE = 1024 ** 3
const closing: Server[] = []
afterEach(async () => {
  for (const server of closing.splice(0)) server.close()
  await closeTestServers()
})

const siteAnswers: FetchLimited = async () => Buffer.from('{"status":"ok"}')

interface Case {
  readonly variables?: Readonly<Record<string, string>>
  readonly options?: Partial<DoctorOptions>
}

const examine = (
  { dataDir, clock }: TestServer,
  { variables = {}, options = {} }: Case = {},
): Promise<DoctorFinding[]> =>
  diagnoseInstallation({
    environment: parseApiEnvironment({ DATA_DIR: dataDir, ...variables }),
    clock: clock.now,
    fetch: siteAnswers,
    spaceOf: async () => ({ free: 50 * GIGABYTE, total: 100 * GIGABYTE }),
    lookUpTxt: async () => [],
    ...options,
  })

const problemsOf = (findings: readonly DoctorFinding[]): string[] =>
  findings.flatMap(({ subject, level, message }) => (level === 'ok' ? [] : [`${level} ${subject}: ${message}`]))

const onlyProblem = async (server: TestServer, given?: Case): Promise<string> => {
  const problems = problemsOf(await examine(server, given))
  expect(problems).toHaveLength(1)
  return problems[0] ?? ''
}

const changeDatabase = (dataDir: string, statement: string): void => {
  const database = new DatabaseSync(join(dataDir, 'trazo.sqlite'))
  database.exec(statement)
  database.close()
}

const documentHash = async (server: TestServer): Promise<string> => {
  const owner = await registerPerson(server, 'olga')
  await uploadDocument(server, owner.access_token)
  const [sha256 = ''] = await server.stored()
  return sha256
}

test('the doctor reports no problem in a working installation or before the first start', async () => {
  const server = await openTestServer()
  await documentHash(server)
  expect(problemsOf(await examine(server))).toEqual([])
  const dataDir = join(server.dataDir, 'todavía-no')
  const findings = await examine(server, { variables: { DATA_DIR: dataDir } })
  expect(problemsOf(findings)).toEqual([])
  expect(describeFindings(findings)).toContain('Todo está en orden.')
})

test('the doctor keeps the temporary files of a running server', async () => {
  const server = await openTestServer()
  const path = join(server.dataDir, 'tmp', 'en-camino')
  writeFileSync(path, 'x')
  await examine(server)
  expect(() => copyFileSync(path, `${path}-2`)).not.toThrow()
})

test.each([
  [100 * 1024 ** 2, /^error disk: Quedan 100 MB de 100\.0 GB/],
  [GIGABYTE, /^warning disk: Quedan 1\.0 GB/],
])('the doctor reports a disk with %d bytes left', async (free, expected) => {
  const spaceOf = async () => ({ free, total: 100 * GIGABYTE })
  expect(await onlyProblem(await openTestServer(), { options: { spaceOf } })).toMatch(expected)
})

test('the doctor reports a file in place of the data folder or of its files folder', async () => {
  const server = await openTestServer()
  const file = join(server.dataDir, 'archivo')
  writeFileSync(file, '')
  const wrong = await examine(server, { variables: { DATA_DIR: file, KEYS_DIR: join(server.dataDir, 'keys') } })
  expect(problemsOf(wrong)).toContainEqual(expect.stringMatching(/^error disk: No se puede escribir en .*archivo/))
  rmSync(join(server.dataDir, 'files'), { recursive: true })
  writeFileSync(join(server.dataDir, 'files'), '')
  expect(await onlyProblem(server)).toMatch(/^error storage: No se pueden guardar documentos/)
})

describe('a broken database', () => {
  test('the doctor reports a database of an older or newer version', async () => {
    const server = await openTestServer()
    const newest = `update kysely_migration set name =`
    changeDatabase(server.dataDir, `delete from kysely_migration where name > '0050'; ${newest} '0039-templates'`)
    expect(await onlyProblem(server)).toMatch(/^error database: La base de datos es de antes de la versión 0.1.0/)
    changeDatabase(server.dataDir, `${newest} '0047-listed-origins'`)
    expect(await onlyProblem(server)).toMatch(/^warning database: A la base le faltan 16 migraciones/)
    changeDatabase(server.dataDir, `insert into kysely_migration values ('9999-future', '2026')`)
    expect(await onlyProblem(server)).toMatch(/^error database: La base es de una versión más nueva .*9999-future/)
  })

  test('the doctor reports a file that is not a database', async () => {
    const server = await openTestServer()
    const variables = { DATA_DIR: join(server.dataDir, 'otra'), KEYS_DIR: join(server.dataDir, 'keys') }
    execFileSync('mkdir', [variables.DATA_DIR])
    writeFileSync(join(variables.DATA_DIR, 'trazo.sqlite'), 'no es una base'.repeat(100))
    expect(await onlyProblem(server, { variables })).toMatch(/^error database: No se puede abrir.*not a database/)
  })

  test('the doctor reports a PostgreSQL server that does not respond, without its password', async () => {
    const server = await openTestServer()
    const variables = { DATABASE_URL: 'postgres://trazo:secreto@127.0.0.1:1/trazo' }
    const findings = await examine(server, { variables })
    expect(problemsOf(findings)).toEqual([expect.stringMatching(/^error database: .*ECONNREFUSED/)])
    expect(describeFindings(findings)).toContain('→ Inicia PostgreSQL')
    expect(describeFindings(findings)).not.toContain('secreto')
  })
})

describe('broken documents', () => {
  test('the doctor reports a changed and a missing document', async () => {
    const server = await openTestServer()
    const sha256 = await documentHash(server)
    const path = join(server.dataDir, 'files', sha256.slice(0, 2), sha256)
    writeFileSync(path, 'otra cosa')
    expect(await onlyProblem(server)).toMatch(/^error storage: El documento más reciente está dañado/)
    rmSync(path)
    expect(await onlyProblem(server)).toMatch(/^error storage: La base conoce documentos que no están/)
  })

  test('the doctor reports an S3 storage that does not respond, without its secret key', async () => {
    const variables = {
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'trazo',
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'secreto',
    }
    const problem = await onlyProblem(await openTestServer(), { variables })
    expect(problem).toMatch(/^error storage: El almacenamiento S3 no guarda/)
    expect(problem).not.toContain('secreto')
  })
})

describe('broken keys', () => {
  test('the doctor reports a key that other users may read', async () => {
    const server = await openTestServer()
    chmodSync(join(server.dataDir, 'keys', 'platform', 'issuing.key'), 0o640)
    expect(await onlyProblem(server)).toMatch(/^error keys: Otros usuarios pueden usar .*issuing\.key \(modo 640\)/)
  })

  test('the doctor reports a missing key and a key of another installation', async () => {
    const server = await openTestServer()
    const key = join(server.dataDir, 'keys', 'guest-token.key')
    writeFileSync(key, Buffer.alloc(32))
    expect(await onlyProblem(server)).toMatch(/^error keys: La llave guest-token\.key no es la de esta instalación/)
    rmSync(key)
    expect(await onlyProblem(server)).toMatch(/^error keys: Falta la llave guest-token\.key/)
  })
})

describe('broken certificates', () => {
  const at = (server: TestServer, days: number) => ({ options: { clock: () => server.clock.now() + days * DAY_MS } })

  test('the doctor reports certificates that expire soon, have expired or are not valid yet', async () => {
    const server = await openTestServer()
    const messages = async (days: number) => problemsOf(await examine(server, at(server, days))).join('\n')
    expect(await messages(3600)).toMatch(/^warning certificates: El certificado platform\/issuing\.crt vence el 2036/m)
    expect(await messages(3700)).toMatch(/^error certificates: El certificado platform\/issuing\.crt venció el 2036/m)
    expect(await messages(-30)).toMatch(/^error certificates: El certificado platform\/root\.crt vale solo desde/m)
  })

  test('the doctor reports a certificate with the key of another and a missing SIGNING_P12 file', async () => {
    const server = await openTestServer()
    const set = join(server.dataDir, 'keys', 'platform')
    copyFileSync(join(set, 'root.key'), join(set, 'tsa.key'))
    const problems = problemsOf(await examine(server)).join('\n')
    expect(problems).toMatch(/certificates: .*tsa\.crt y su llave no sirven: la llave no es la de su certificado/)
    const variables = { SIGNING_P12: join(server.dataDir, 'no-hay.p12') }
    expect(problemsOf(await examine(server, { variables })).join('\n')).toMatch(/SIGNING_P12 nombra un archivo/)
  })

  test('the doctor reports a root certificate that is not the national root', async () => {
    const server = await openTestServer()
    const file = join(server.dataDir, 'ca.pem')
    writeFileSync(file, (await newHierarchy()).pem)
    const found = async (variables: Readonly<Record<string, string>>) =>
      problemsOf(await examine(server, { variables })).join('\n')
    const cards = { SIGNING_AGENT: 'firmador', SIGNING_AGENT_CA: file }
    expect(await found(cards)).toMatch(/^warning certificates: SIGNING_AGENT_CA tiene una raíz que no es la nacional/m)
    expect(await found({ NATIONAL_CA: file })).toMatch(/^error certificates: .*NATIONAL_CA tiene una raíz/m)
  })
})

describe('checks of the time-stamp authority', () => {
  const withAuthority = async (minutes: number, answers = true) => {
    const server = await openTestServer()
    const now = () => new Date(server.clock.now() + minutes * MINUTE_MS)
    const pki = await createTestPki({ now })
    const ca = join(server.dataDir, 'tsa.pem')
    writeFileSync(ca, pki.root.toString())
    const fetch: FetchLimited = async (request) => {
      if (request.body === undefined) return siteAnswers(request)
      if (!answers) throw new Error('the answer has status 500')
      return answerTimeStamp(pki, request.body.bytes)
    }
    return examine(server, { variables: { TSA_URL: 'https://tsa.example', TSA_CA: ca }, options: { fetch } })
  }

  test('the doctor reports a clock that differs from the time-stamp authority’s clock', async () => {
    expect(problemsOf(await withAuthority(0))).toEqual([])
    expect(problemsOf(await withAuthority(1))).toEqual([expect.stringMatching(/^warning clock: .*60\.0 s atrasado/)])
    expect(problemsOf(await withAuthority(-6))).toEqual([expect.stringMatching(/^error clock: .*360\.0 s adelantado/)])
  })

  test('the doctor reports a time-stamp authority that returns an error', async () => {
    const expected = /^error timeStamps: https:\/\/tsa\.example no da sellos que sirvan: the answer has status 500/
    expect(problemsOf(await withAuthority(0, false))).toEqual([expect.stringMatching(expected)])
  })
})

describe('checks of the mail', () => {
  const listen = async (): Promise<number> => {
    const server = createServer((socket) => {
      socket.write('220 test\r\n')
      socket.on('error', () => undefined)
      socket.on('data', (chunk) => {
        const text = chunk.toString()
        if (/^EHLO/i.test(text)) socket.write('250-test\r\n250 AUTH PLAIN\r\n')
        else if (/^AUTH/i.test(text)) socket.write('535 no\r\n')
        else socket.end('221 bye\r\n')
      })
    })
    closing.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }
  const shared = { PUBLIC_URL: 'https://firmas.example', MAIL_FROM: 'firmas@firmas.example' }

  test('the doctor accepts a mail server that responds and reports a refused login and a missing server', async () => {
    const server = await openTestServer()
    const port = await listen()
    const at = (user: string, port: number) => ({
      variables: { ...shared, SMTP_URL: `smtp://${user}127.0.0.1:${port}` },
    })
    expect(problemsOf(await examine(server, at('', port)))).toEqual([])
    const refused = await examine(server, at('ana:secreto@', port))
    expect(problemsOf(refused)).toEqual([expect.stringMatching(/^error mail: No se pueden enviar correos/)])
    expect(describeFindings(refused)).toMatch(/no acepta el usuario o la contraseña/)
    expect(await onlyProblem(server, at('', 1))).toMatch(/^error mail: .*ECONNREFUSED/)
  })

  test('the doctor reports a missing SMTP_URL and links that work only on this machine', async () => {
    const server = await openTestServer()
    const variables = { PUBLIC_URL: 'https://firmas.example' }
    expect(await onlyProblem(server, { variables })).toMatch(/^error mail: Sin SMTP_URL ningún correo sale/)
    const smtp = { SMTP_URL: `smtp://127.0.0.1:${await listen()}`, MAIL_FROM: shared.MAIL_FROM }
    expect(await onlyProblem(server, { variables: smtp })).toMatch(/^error address: .*solo existe en este computador/)
  })
})

describe('checks of the DKIM key', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const published = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const NAME = 's1._domainkey.firmas.example'

  const withKey = async (lookUpTxt: DoctorOptions['lookUpTxt'], key = privateKey, mode = 0o600) => {
    const server = await openTestServer()
    const path = join(server.dataDir, 'dkim.pem')
    writeFileSync(path, key.export({ type: 'pkcs8', format: 'pem' }), { mode })
    const dkim = { MAIL_DKIM_SELECTOR: 's1', MAIL_DKIM_KEY_FILE: path, MAIL_FROM: 'firmas@firmas.example' }
    return problemsOf(await examine(server, { variables: dkim, options: { lookUpTxt } }))
  }
  const absent = async () => {
    throw Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' })
  }

  test('the doctor reports a DKIM key that is not published, differs from DNS or cannot be looked up', async () => {
    const asked: string[] = []
    const right = async (name: string) => {
      asked.push(name)
      return [['v=spf1 -all'], ['v=DKIM1; k=rsa; p=', published.slice(0, 200), published.slice(200)]]
    }
    expect(await withKey(right)).toEqual([])
    expect(asked).toEqual([NAME])
    expect(await withKey(absent)).toEqual([
      `error mail: ${NAME} no existe en DNS: nadie puede comprobar la firma DKIM.`,
    ])
    expect(await withKey(async () => [['v=DKIM1; p=AAAA']])).toEqual([
      expect.stringMatching(/^error mail: s1\._domainkey\.firmas\.example publica otra llave/),
    ])
    const silent = async () => {
      throw Object.assign(new Error('queryTxt ETIMEOUT'), { code: 'ETIMEOUT' })
    }
    expect(await withKey(silent)).toEqual([expect.stringMatching(/^warning mail: No se pudo consultar/)])
  })

  test('the doctor reports a DKIM key that other users can read or that has the wrong type', async () => {
    const right = async () => [[`v=DKIM1; p=${published}`]]
    expect(await withKey(right, privateKey, 0o644)).toEqual([expect.stringMatching(/^error keys: Otros usuarios/)])
    const other = generateKeyPairSync('ed25519').privateKey
    expect(await withKey(right, other)).toEqual([expect.stringMatching(/^error mail: .*MAIL_DKIM_KEY_FILE/)])
  })
})

test('the doctor reports a public address with another server or without TLS', async () => {
  const server = await openTestServer()
  const fetch: FetchLimited = async () => Buffer.from('<html>')
  expect(await onlyProblem(server, { options: { fetch } })).toMatch(/^warning address: El sitio no responde/)
  const variables = { PUBLIC_URL: 'http://firmas.example' }
  const problems = problemsOf(await examine(server, { variables })).filter((line) => line.includes('address'))
  expect(problems).toEqual([expect.stringMatching(/no usa TLS/)])
})

test('the doctor reports a clock that is earlier than existing signatures', async () => {
  const { server, open, sign, ana } = await startInvited()
  await sign(await open('ana@example.com'), ana)
  expect(problemsOf(await examine(server))).toEqual([])
  const clock = () => server.clock.now() - MINUTE_MS
  const expected = /^error clock: El reloj va atrasado: ya hay firmas del 2026-01-31/
  expect(await onlyProblem(server, { options: { clock } })).toMatch(expected)
})

describe('the doctor command', () => {
  const run = (variables: Readonly<Record<string, string>>) =>
    promisify(execFile)(process.execPath, [join(__dirname, 'main.ts')], {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE, ...variables },
    })

  test('the doctor exits with 0 without problems, 1 for problems and 2 for invalid variables', async () => {
    const { dataDir } = await openTestServer()
    const site = createHttpServer((_request, response) => response.end('{"status":"ok"}'))
    closing.push(site)
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const PORT = String((site.address() as AddressInfo).port)
    const { stdout } = await run({ DATA_DIR: join(dataDir, 'nueva'), PORT })
    expect(stdout).toMatch(/✔ Disco: .*\n✔ Disco: Quedan/)
    await expect(run({ DATA_DIR: dataDir, PORT, PUBLIC_URL: 'https://firmas.invalid' })).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('✖ Correo'),
    })
    await expect(run({ SMTP_URL: 'correo' })).rejects.toMatchObject({
      code: 2,
      stderr: 'Configuración inválida: SMTP_URL debe ser una dirección smtp:// o smtps://.\n',
    })
  })
})

const subjectsSeen = (findings: readonly DoctorFinding[]): Set<DoctorSubject> =>
  new Set(findings.map(({ subject }) => subject))

test('the doctor examines every subject', async () => {
  const server = await openTestServer()
  expect([...subjectsSeen(await examine(server))]).toEqual([
    'disk',
    'database',
    'storage',
    'keys',
    'certificates',
    'logs',
    'sealLog',
    'retention',
    'jobs',
    'timeStamps',
    'clock',
    'mail',
    'address',
  ])
})
