import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createFieldCall,
  digitalSignCall,
  downloadFileCall,
  getFieldCall,
  listFieldsCall,
  listFilesCall,
  profileCall,
  registerCall,
  sendInvitationCall,
  uploadFileCall,
  validateInvitationCall,
} from 'shared/contract'
import * as v from 'valibot'
import { hasTool, pdfsig } from '../src/signing/test-support/tools.ts'
import { ask, type ChildServer, fetchCall, startChild } from './support/child-server.ts'
import { drawing, multipart, PASSWORD, threePages } from './support/people.ts'
import { pathOf } from './support/test-server.ts'

jest.setTimeout(120_000)

let dataDir = ''
let server: ChildServer

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'trazo-crash-'))
  server = await startChild(dataDir)
})

afterEach(async () => {
  await server.kill()
  await rm(dataDir, { recursive: true })
})

/** Takes the process's life and gives it a new one on the same data. */
const crash = async (): Promise<void> => {
  await server.kill()
  server = await startChild(dataDir)
}

const register = () =>
  ask(server, registerCall, {
    body: {
      username: 'olga',
      first_name: 'Olga',
      last_name: 'Mora',
      email: 'olga@example.com',
      phone: '+506 8888-8888',
      password: PASSWORD,
      password_confirmation: PASSWORD,
    },
  })

const upload = async (bearer: string, bytes: Uint8Array) => {
  const { payload, headers } = await multipart([
    ['file_type_id', '1'],
    ['file', { bytes, filename: 'Contrato.pdf' }],
  ])
  const response = await fetch(`${server.address}${uploadFileCall.path}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${bearer}` },
    body: Uint8Array.from(payload),
  })
  return v.parse(uploadFileCall.reply, await response.json())
}

const download = async (bearer: string, id: number): Promise<Buffer> => {
  const url = `${server.address}${pathOf(downloadFileCall, { id })}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${bearer}` } })
  return Buffer.from(await response.arrayBuffer())
}

/** Every message in the outbox folder, once so many are there. */
const messages = async (count: number): Promise<string[]> => {
  const folder = join(dataDir, 'outbox')
  for (;;) {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
    if (names.length >= count) return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The token in an invitation, whose lines quoted-printable has broken. */
const tokenIn = (message: string): string =>
  /[?&]token=([\w-]{43})/.exec(message.replace(/=\r\n/g, '').replace(/=3D/g, '='))?.[1] ?? ''

const placeField = (bearer: string, documentId: number, name: string) =>
  ask(server, createFieldCall, {
    bearer,
    body: {
      field_id: `field_${name}`,
      field_type: 'SECONDARY',
      signer_name: name,
      signer_email: `${name}@example.com`,
      user_file_id: documentId,
    },
  })

const invite = (bearer: string, documentId: number, name: string) =>
  ask(server, sendInvitationCall, {
    bearer,
    params: { id: documentId },
    body: {
      email: `${name}@example.com`,
      signer_name: name,
      document_url: '',
      field_id: `field_${name}`,
      field_coordinates: null,
    },
  })

const signing = (fieldId: number) => ({ params: { fieldId }, body: { field_id: fieldId, signature_data: drawing() } })

// First, because it ends by itself and so leaves the compile cache to the starts after it.
test('a wrong setting ends the start with one clear line', async () => {
  await expect(startChild(dataDir, { RATE_LIMIT_FACTOR: 'mucho' })).rejects.toThrow(
    /^Configuración inválida: RATE_LIMIT_FACTOR debe ser un número mayor que 0\.\n$/,
  )
})

test('killed between any two steps, nothing that was answered is lost', async () => {
  const { access_token: bearer, user } = await register()
  await crash()
  expect(await ask(server, profileCall, { bearer })).toEqual(user)

  const bytes = Buffer.from(threePages())
  const document = await upload(bearer, bytes)
  await crash()
  expect(await ask(server, listFilesCall, { bearer })).toEqual([document])
  expect((await download(bearer, document.id)).equals(bytes)).toBe(true)

  const field = await placeField(bearer, document.id, 'ana')
  await crash()
  const query = { user_file_id: String(document.id) }
  expect(await ask(server, listFieldsCall, { bearer, query })).toEqual([field])

  await invite(bearer, document.id, 'ana')
  await crash()
  const [invitation = ''] = await messages(1)

  const opened = await ask(server, validateInvitationCall, { query: { token: tokenIn(invitation) } })
  await crash()
  const guest = opened.access_token
  expect((await ask(server, getFieldCall, { bearer: guest, params: { id: field.id } })).signature_field).toEqual(field)

  const result = await ask(server, digitalSignCall, { bearer: guest, ...signing(field.id) })
  await crash()
  expect(result.verified).toBe(true)
  expect((await ask(server, listFilesCall, { bearer }))[0]).toMatchObject({ status: 'COMPLETED', is_signed: true })
  const signed = await download(bearer, document.id)
  expect(signed.subarray(0, bytes.length).equals(bytes)).toBe(true)
  if (hasTool('pdfsig')) expect(pdfsig(signed)).toMatchObject([{ valid: true }])
  const again = await fetchCall(server, digitalSignCall, { bearer: guest, ...signing(field.id) })
  expect(again.status).toBe(409)

  // The invitation, and the finished document for the owner and the signer: each once.
  const all = await messages(3)
  expect(all.map((message) => /^To: .*<(.+)>\r$/m.exec(message)?.[1]).sort()).toEqual([
    'ana@example.com',
    'ana@example.com',
    'olga@example.com',
  ])
  expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(3)
})

test('killed while signing, the field is either signed for good or still to be signed', async () => {
  const { access_token: bearer } = await register()
  const document = await upload(bearer, threePages())
  const names = ['ana', 'luis', 'sofia', 'mario']
  for (const name of names) await placeField(bearer, document.id, name)
  for (const name of names) await invite(bearer, document.id, name)
  const guests = []
  for (const message of await messages(names.length))
    guests.push(await ask(server, validateInvitationCall, { query: { token: tokenIn(message) } }))

  for (const [index, guest] of guests.entries()) {
    const request = { bearer: guest.access_token, ...signing(guest.signature_field.id) }
    const answered = fetchCall(server, digitalSignCall, request).then(
      (response) => response.ok,
      () => false,
    )
    await new Promise((resolve) => setTimeout(resolve, index * 15))
    await crash()
    const seen = await ask(server, getFieldCall, {
      bearer: guest.access_token,
      params: { id: guest.signature_field.id },
    })
    if (await answered) expect(seen.signature_field.is_signed).toBe(true)
    const again = await fetchCall(server, digitalSignCall, request)
    expect(again.status).toBe(seen.signature_field.is_signed ? 409 : 200)
  }
  const signed = await download(bearer, document.id)
  if (hasTool('pdfsig')) {
    expect(pdfsig(signed)).toHaveLength(names.length)
    for (const signature of pdfsig(signed)) expect(signature.valid).toBe(true)
  }
})

test('asked to stop, it finishes the signature under way and ends well', async () => {
  const { access_token: bearer } = await register()
  const document = await upload(bearer, threePages())
  await placeField(bearer, document.id, 'ana')
  await invite(bearer, document.id, 'ana')
  const [invitation = ''] = await messages(1)
  const guest = await ask(server, validateInvitationCall, { query: { token: tokenIn(invitation) } })
  const request = { bearer: guest.access_token, ...signing(guest.signature_field.id) }
  const underWay = server.logged(/digital_sign.*incoming request/)
  const answered = fetchCall(server, digitalSignCall, request)
  await underWay
  expect(await server.stop()).toBe(0)
  expect((await answered).status).toBe(200)
})

test('a port that is taken ends the start with one clear line', async () => {
  const port = new URL(server.address).port
  const other = await mkdtemp(join(tmpdir(), 'trazo-crash-'))
  await expect(startChild(other, { API_PORT: port })).rejects.toThrow(
    `El puerto ${port} ya está en uso. Elige otro con API_PORT.\n`,
  )
  await rm(other, { recursive: true })
})
