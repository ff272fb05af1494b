import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sampleOf } from 'pdf/testing/node'
import {
  digitalSignCall,
  getFieldCall,
  listFieldsCall,
  listFilesCall,
  profileCall,
  validateInvitationCall,
} from 'shared/contract'
import { examineServed } from './faults/examine-signatures.ts'
import { type ChildHome, openChildHome } from './support/child-home.ts'
import { download, invite, messages, placeField, register, signing, tokenIn, upload } from './support/child-people.ts'
import { ask, type ChildServer, FAULTY_MAIN, fetchCall } from './support/child-server.ts'
import { giveOrder } from './support/fault-orders.ts'
import { threePages } from './support/people.ts'

let home: ChildHome
let server: ChildServer

beforeEach(async () => {
  home = await openChildHome('crash')
})

afterEach(async () => {
  await home.remove()
})

const start = async (main?: string): Promise<void> => {
  server = await home.start({}, main)
}

// Runs first: its clean exit writes the compile cache.
test('an invalid setting ends the start with one clear line', async () => {
  await expect(home.start({ RATE_LIMIT_FACTOR: 'mucho' })).rejects.toThrow(
    /^Configuración inválida: RATE_LIMIT_FACTOR debe ser un número mayor que 0\.\n$/,
  )
})

const STEPS = ['registered', 'uploaded', 'placed', 'invited', 'opened', 'signed'] as const
type Step = (typeof STEPS)[number]

test('a server that is killed between any two steps loses nothing that it answered', async () => {
  const kills: ReadonlySet<Step> = new Set(sampleOf(STEPS, 2))
  const crashAfter = async (step: Step): Promise<void> => {
    if (!kills.has(step)) return
    await server.kill()
    await start()
  }
  await start()
  const { access_token: bearer, user } = await register(server)
  await crashAfter('registered')
  expect(await ask(server, profileCall, { bearer })).toEqual(user)

  const bytes = Buffer.from(threePages())
  const document = await upload(server, bearer, bytes)
  await crashAfter('uploaded')
  expect(await ask(server, listFilesCall, { bearer })).toEqual([document])
  expect((await download(server, bearer, document.id)).equals(bytes)).toBe(true)

  const field = await placeField(server, bearer, document.id, 'ana')
  await crashAfter('placed')
  const query = { user_file_id: String(document.id) }
  expect(await ask(server, listFieldsCall, { bearer, query })).toEqual([field])

  await invite(server, bearer, document.id, 'ana')
  await crashAfter('invited')
  const [invitation = ''] = await messages(home.dataDir, 1)

  const opened = await ask(server, validateInvitationCall, { query: { token: tokenIn(invitation) } })
  await crashAfter('opened')
  const guest = opened.access_token
  expect((await ask(server, getFieldCall, { bearer: guest, params: { id: field.id } })).signature_field).toEqual(field)

  const result = await ask(server, digitalSignCall, { bearer: guest, ...signing(field.id) })
  await crashAfter('signed')
  expect(result.verified).toBe(true)
  expect((await ask(server, listFilesCall, { bearer }))[0]).toMatchObject({ status: 'COMPLETED', is_signed: true })
  const signed = await download(server, bearer, document.id)
  expect(signed.subarray(0, bytes.length).equals(bytes)).toBe(true)
  await examineServed(server, signed, { people: 1, seals: 1 })
  const again = await fetchCall(server, digitalSignCall, { bearer: guest, ...signing(field.id) })
  expect(again.status).toBe(409)

  // The invitation and the finished document, once per recipient.
  const all = await messages(home.dataDir, 3)
  expect(all.map((message) => /^To: .*<(.+)>\r$/m.exec(message)?.[1]).sort()).toEqual([
    'ana@example.com',
    'ana@example.com',
    'olga@example.com',
  ])
  expect(await readdir(join(home.dataDir, 'outbox'))).toHaveLength(3)
})

const WHILE_SIGNING = [
  'before put blob',
  'after put blob',
  'before begin > insert revisions > * > commit',
  'after begin > insert revisions > * > commit',
] as const

test('after a kill during signing, the field is either signed or can still be signed', async () => {
  await start(FAULTY_MAIN)
  const { access_token: bearer } = await register(server)
  const document = await upload(server, bearer, threePages())
  const points = sampleOf(WHILE_SIGNING, 2)
  const names = ['ana', 'luis', 'sofia', 'mario'].slice(0, points.length)
  for (const name of names) await placeField(server, bearer, document.id, name)
  for (const name of names) await invite(server, bearer, document.id, name)
  const guests = []
  for (const message of await messages(home.dataDir, names.length))
    guests.push(await ask(server, validateInvitationCall, { query: { token: tokenIn(message) } }))

  for (const [index, guest] of guests.entries()) {
    const request = { bearer: guest.access_token, ...signing(guest.signature_field.id) }
    await giveOrder(home.dataDir, `kill ${points[index]}`)
    const answered = fetchCall(server, digitalSignCall, request).then(
      (response) => response.ok,
      () => false,
    )
    await server.ended
    await start(FAULTY_MAIN)
    const seen = await ask(server, getFieldCall, {
      bearer: guest.access_token,
      params: { id: guest.signature_field.id },
    })
    if (await answered) expect(seen.signature_field.is_signed).toBe(true)
    const again = await fetchCall(server, digitalSignCall, request)
    expect(again.status).toBe(seen.signature_field.is_signed ? 409 : 200)
  }
  const signed = await download(server, bearer, document.id)
  await examineServed(server, signed, { people: names.length, seals: 1 })
})

test('a second server on the same port exits with one line; a stopped server finishes its signature', async () => {
  await start()
  const port = new URL(server.address).port
  const other = await openChildHome('crash')
  await expect(other.start({ API_PORT: port })).rejects.toThrow(
    `El puerto ${port} ya está en uso. Elige otro con API_PORT.\n`,
  )
  await other.remove()
  const { access_token: bearer } = await register(server)
  const document = await upload(server, bearer, threePages())
  await placeField(server, bearer, document.id, 'ana')
  await invite(server, bearer, document.id, 'ana')
  const [invitation = ''] = await messages(home.dataDir, 1)
  const guest = await ask(server, validateInvitationCall, { query: { token: tokenIn(invitation) } })
  const request = { bearer: guest.access_token, ...signing(guest.signature_field.id) }
  const underWay = server.logged(/digital_sign.*incoming request/)
  const answered = fetchCall(server, digitalSignCall, request)
  await underWay
  expect(await server.stop()).toBe(0)
  expect((await answered).status).toBe(200)
})
