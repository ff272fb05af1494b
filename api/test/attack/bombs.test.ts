import { deflateSync, gzipSync } from 'node:zlib'
import { asciiBytes } from 'pdf'
import { cleanPdf, deflated } from 'pdf/testing/node'
import { digitalSignCall } from 'shared/contract'
import { loginCall } from 'shared/contract/accounts'
import { verifyFileCall } from 'shared/contract/verify'
import { becomeGuest, multipart, placeField, registerPerson, upload, uploadDocument } from '../support/people.ts'
import { closeTestServers, openTestServer, pathOf, type TestServer } from '../support/test-server.ts'

// Each file is read in a worker with an 8 s limit.

const MEGABYTE = 1024 * 1024
const zeros = (megabytes: number): Uint8Array => new Uint8Array(megabytes * MEGABYTE)

const streamOf = (entries: string, filters: readonly string[], bytes: Uint8Array): string =>
  `<<${entries} /Filter [${filters.map((name) => `/${name}`).join(' ')}] /Length ${bytes.length}>>\nstream\n${Buffer.from(bytes).toString('latin1')}\nendstream`

const repeatedly = (times: number, step: (bytes: Uint8Array) => Uint8Array, first: Uint8Array): Uint8Array =>
  Array.from({ length: times }).reduce<Uint8Array>((bytes) => step(bytes), first)

const lzwOfZeros = (rounds: number): Uint8Array => {
  const round: string[] = []
  let width = 9
  const write = (code: number) => round.push(code.toString(2).padStart(width, '0'))
  for (let known = 1; known < 3838; known += 1) {
    write(known === 1 ? 0 : 256 + known)
    width = 32 - Math.clz32(258 + known)
  }
  write(256)
  const bits = `${(256).toString(2)}${round.join('').repeat(rounds)}${(257).toString(2)}`
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}

const withTable = (size: number, table: Uint8Array): Uint8Array => {
  const body =
    '%PDF-1.7\n1 0 obj\n<</Type /Catalog /Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type /Pages /Kids [] /Count 0>>\nendobj\n'
  const entries = `/Type /XRef /W [1 4 1] /Size ${size} /Root 1 0 R`
  return asciiBytes(`${body}9 0 obj\n${deflated(entries, table)}\nendobj\nstartxref\n${body.length}\n%%EOF\n`)
}

const OBJECTS = '/Type /ObjStm /N 1 /First 5'

const BOMBS: readonly (readonly [what: string, make: () => Uint8Array])[] = [
  ['an object stream', () => cleanPdf({ objects: [deflated(OBJECTS, zeros(70))] })],
  ['a stream of the page', () => cleanPdf({ objects: [deflated('', zeros(70))], page: '/Contents 10 0 R' })],
  [
    'streams that are large together',
    () => cleanPdf({ objects: Array.from({ length: 6 }, () => deflated(OBJECTS, zeros(60))) }),
  ],
  [
    'a bomb in a bomb in a bomb',
    () => {
      const bytes = repeatedly(3, (inner) => deflateSync(inner), zeros(70))
      return cleanPdf({ objects: [streamOf(OBJECTS, ['Fl', 'Fl', 'Fl'], bytes)] })
    },
  ],
  ['LZW', () => cleanPdf({ objects: [streamOf(OBJECTS, ['FlateDecode', 'LZWDecode'], deflateSync(lzwOfZeros(10)))] })],
  [
    'more filters than anybody needs',
    () => {
      const bytes = repeatedly(20, (inner) => deflateSync(inner), asciiBytes('10 0 <</S /Launch>>'))
      return cleanPdf({ objects: [streamOf(OBJECTS, Array<string>(20).fill('Fl'), bytes)] })
    },
  ],
  ['a table of objects', () => withTable(100, zeros(70))],
  ['a table that says that it is endless', () => withTable(2 ** 31 - 1, zeros(60))],
]

let server: TestServer
let owner: string

beforeAll(async () => {
  server = await openTestServer()
  owner = (await registerPerson(server, 'olga')).access_token
})
afterAll(closeTestServers)

const expectAlive = async () => {
  const answer = await server.app.inject({ url: '/home/api/files/', headers: { authorization: `Bearer ${owner}` } })
  expect(answer.statusCode).toBe(200)
}

test.each(BOMBS)('the API refuses a small file that expands to a large size: %s', async (_, make) => {
  const bytes = make()
  expect(bytes.length).toBeLessThan(MEGABYTE)
  const { status, body } = await upload(server, owner, [
    ['file_type_id', '1'],
    ['file', { bytes, filename: 'a.pdf' }],
  ])
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({ error_code: expect.stringMatching(/^PDF_(?:BOMB|TOO_COMPLEX)$/) }),
  ])
  await expectAlive()
})

const FOR_VERIFIERS = new Set(['an object stream', 'LZW', 'a table of objects'])

test.each(BOMBS.filter(([what]) => FOR_VERIFIERS.has(what)))(
  'the server stays responsive while verifying a file that expands to a large size: %s',
  async (_, make) => {
    const { payload, headers } = await multipart([['file', { bytes: make(), filename: 'a.pdf' }]])
    const answer = await server.app.inject({ method: 'POST', url: verifyFileCall.path, payload, headers })
    expect([200, 400]).toContain(answer.statusCode)
    await expectAlive()
  },
)

const chunk = (type: string, data: Uint8Array): Buffer => {
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.write(type, 4, 'latin1')
  // An invalid checksum: decoders inflate before checking it.
  return Buffer.concat([frame, data, Buffer.alloc(4)])
}

const pngOf = (width: number, height: number): string => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(zeros(70))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return `data:image/png;base64,${Buffer.concat(parts).toString('base64')}`
}

test.each([
  [400, 160],
  [30_000, 30_000],
  [2 ** 31 - 1, 1],
])('the API refuses a drawing of %i × %i pixels that is a decompression bomb', async (width, height) => {
  const field = await placeField(server, owner, (await uploadDocument(server, owner)).id, {
    signer_email: `ana${width}@example.com`,
  })
  const guest = await becomeGuest(server, owner, field)
  const answer = await server.app.inject({
    method: 'POST',
    url: pathOf(digitalSignCall, { fieldId: field.id }),
    payload: { field_id: field.id, signature_data: pngOf(width, height) },
    headers: { authorization: `Bearer ${guest}` },
  })
  expect(answer.statusCode).toBe(400)
  await expectAlive()
})

test('the API refuses compressed request bodies', async () => {
  const body = gzipSync(`{"username":"olga","password":"${'x'.repeat(100 * MEGABYTE)}"}`)
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const answer = await server.app.inject({ method: 'POST', url: loginCall.path, payload: body, headers })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
})
