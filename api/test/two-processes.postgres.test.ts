import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { hasTool, pdfsig } from 'pdf/testing/node'
import { digitalSignCall, getFileCall, listFieldsCall, listFilesCall } from 'shared/contract'
import { scaled } from 'shared/testing/limits'
import { download, invite, open, placeField, register, signing, upload } from './support/child-people.ts'
import { ask, type ChildServer, FAULTY_MAIN, fetchCall, startChild } from './support/child-server.ts'
import { watch } from './support/event-client.ts'
import { eventually, untilTrue } from './support/eventually.ts'
import { endOrder, giveOrder } from './support/fault-orders.ts'
import { threePages } from './support/people.ts'
import { openSharedStore, type TestStore } from './support/test-store.ts'

jest.setTimeout(scaled(180_000))

let folder = ''
let store: TestStore
const servers: ChildServer[] = []
const folderOf = (name: string): string => join(folder, name)

const startOne = async (name: string, more: Readonly<Record<string, string>> = {}): Promise<ChildServer> => {
  const settings = { ...store.variables, KEYS_DIR: folderOf('keys'), RATE_LIMIT_FACTOR: '1000', ...more }
  const server = await startChild(folderOf(name), settings, FAULTY_MAIN)
  servers.push(server)
  return server
}

const openStore = async (): Promise<void> => {
  folder = await mkdtemp(join(tmpdir(), 'trazo-two-'))
  store = await openSharedStore()
}

const closeStore = async (): Promise<void> => {
  for (const server of servers.splice(0)) await server.kill()
  await store.drop()
  await rm(folder, { recursive: true })
}

const messages = (count: number): Promise<string[]> =>
  eventually(`${count} mails`, async () => {
    const found: string[] = []
    for (const name of ['a', 'b']) {
      const outbox = join(folderOf(name), 'outbox')
      const names = await readdir(outbox).catch(() => [])
      for (const file of names.filter((each) => each.endsWith('.eml')))
        found.push(await readFile(join(outbox, file), 'utf8'))
    }
    return found.length >= count ? found : undefined
  })

const toWhom = (message: string): string => /^To: .*<(.+)>\r$/m.exec(message)?.[1] ?? ''

const prepare = async (a: ChildServer, b: ChildServer, bearer: string, names: readonly string[]) => {
  const document = await upload(a, bearer, threePages())
  for (const name of names) await placeField(a, bearer, document.id, name)
  for (const name of names) await invite(a, bearer, document.id, name)
  const mails = await messages(names.length)
  const guests = []
  for (const name of names) {
    const mail = mails.find((message) => toWhom(message) === `${name}@example.com`) ?? ''
    const { access_token, signature_field } = await open(b, mail)
    guests.push({ name, bearer: access_token, ...signing(signature_field.id) })
  }
  return { document, guests }
}

const completed = (server: ChildServer, bearer: string, id: number): Promise<void> =>
  untilTrue('the document is complete', async () => {
    const { status } = await ask(server, getFileCall, { bearer, params: { id } })
    return status === 'COMPLETED'
  })

describe('two processes, one of which is killed', () => {
  beforeEach(openStore)
  afterEach(closeStore)

  test('the other process can sign soon after the kill, because the lock is released', async () => {
    const [a, b] = await Promise.all([startOne('a'), startOne('b')])
    const { access_token: bearer } = await register(a)
    const { document, guests } = await prepare(a, b, bearer, ['ana', 'luis'])
    const [first, second] = guests
    if (first === undefined || second === undefined) throw new Error('two guests sign')
    await giveOrder(folderOf('a'), 'kill before begin > insert revisions > * > insert signatures > * > commit')
    const { name: _first, ...signsFirst } = first
    const { name: _second, ...signsSecond } = second
    await fetchCall(a, digitalSignCall, signsFirst).catch(() => undefined)
    await a.ended
    // A lock wait would take a minute.
    const before = Date.now()
    expect((await fetchCall(b, digitalSignCall, signsSecond)).status).toBe(200)
    expect(Date.now() - before).toBeLessThan(30_000)
    const query = { user_file_id: String(document.id) }
    const signed = async () => (await ask(b, listFieldsCall, { bearer, query })).filter(({ is_signed }) => is_signed)
    expect(await signed()).toHaveLength(1)
    expect((await fetchCall(b, digitalSignCall, signsFirst)).status).toBe(200)
    await completed(b, bearer, document.id)
  })

  test('the other process completes a document when a process is killed while sealing', async () => {
    const [a, b] = await Promise.all([startOne('a'), startOne('b')])
    const { access_token: bearer } = await register(a)
    const { document, guests } = await prepare(a, b, bearer, ['ana'])
    // b polls too and could close it first.
    await giveOrder(folderOf('b'), 'fail before update seal_jobs')
    await giveOrder(folderOf('a'), 'kill after put blob #3')
    const { name: _, ...request } = guests[0] ?? { name: '', bearer: '', ...signing(0) }
    await fetchCall(a, digitalSignCall, request).catch(() => undefined)
    await a.ended
    await endOrder(folderOf('b'))
    await completed(b, bearer, document.id)
    expect(await messages(3)).toHaveLength(3)
  })

  describe('a process that is killed while sending a mail', () => {
    const dieSending = async (
      point: string,
    ): Promise<{ a: ChildServer; b: ChildServer; bearer: string; id: number }> => {
      const [a, b] = await Promise.all([startOne('a'), startOne('b')])
      const { access_token: bearer } = await register(a)
      const { id } = await upload(a, bearer, threePages())
      for (const name of ['ana', 'luis']) await placeField(a, bearer, id, name)
      await giveOrder(folderOf('b'), 'fail before update outbox')
      await giveOrder(folderOf('a'), `kill ${point}`)
      await invite(a, bearer, id, 'ana').catch(() => undefined)
      await a.ended
      await endOrder(folderOf('b'))
      return { a, b, bearer, id }
    }

    test('the other process sends the mail once', async () => {
      const { b, bearer, id } = await dieSending('after update outbox')
      expect((await messages(1)).map(toWhom)).toEqual(['ana@example.com'])
      await invite(b, bearer, id, 'luis')
      expect((await messages(2)).map(toWhom).sort()).toEqual(['ana@example.com', 'luis@example.com'])
    })

    test('the other process sends a mail again with the same bytes when its delivery was not recorded', async () => {
      const { b, bearer, id } = await dieSending('after send mail')
      const [first, second] = await messages(2)
      expect(first).toBe(second)
      await invite(b, bearer, id, 'luis')
      expect((await messages(3)).filter((message) => toWhom(message) === 'luis@example.com')).toHaveLength(1)
    })
  })
})

describe('two running processes', () => {
  let both: { readonly a: ChildServer; readonly b: ChildServer; readonly bearer: string }

  beforeAll(async () => {
    await openStore()
    const [a, b] = await Promise.all([startOne('a'), startOne('b')])
    both = { a, b, bearer: (await register(a)).access_token }
  })

  afterAll(closeStore)

  test('a client of one process gets the events of the other process', async () => {
    const { a, b, bearer } = both
    const client = await watch(b.address, bearer)
    const document = await upload(a, bearer, threePages())
    expect(await client.nextEvent()).toEqual({ kind: 'created', document_id: document.id })
    expect(await ask(b, listFilesCall, { bearer })).toContainEqual(document)
    client.leave()
  })

  test('event streams end when a process may have missed an event, and new streams get later events', async () => {
    const { a, b, bearer } = both
    const before = await watch(b.address, bearer)
    const db = await store.openDb()
    const broken = b.logged(/a connection to the database broke/)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen %'`.execute(db)
    await broken
    expect(await before.nextEvent()).toBeUndefined()
    const listening = async (): Promise<number> => {
      const { rows } = await sql`select pid from pg_stat_activity
        where datname = current_database() and query ilike 'listen %'`.execute(db)
      return rows.length
    }
    await untilTrue('both processes listen again', async () => (await listening()) >= 2)
    await db.destroy()
    const after = await watch(b.address, bearer)
    const document = await upload(a, bearer, threePages())
    expect(await after.nextEvent()).toEqual({ kind: 'created', document_id: document.id })
    after.leave()
  })

  test('guests sign one document through both processes at the same time, and every mail is sent once', async () => {
    const { a, b } = both
    const { access_token: bearer } = await register(a, 'sara')
    const names = ['ana', 'luis', 'sofia', 'mario']
    const { document, guests } = await prepare(a, b, bearer, names)
    const answers = await Promise.all(
      guests.map(({ name: _, ...request }, index) => fetchCall(index % 2 === 0 ? a : b, digitalSignCall, request)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await completed(b, bearer, document.id)
    const signed = await download(b, bearer, document.id)
    expect((await download(a, bearer, document.id)).equals(signed)).toBe(true)
    if (hasTool('pdfsig')) expect(pdfsig(signed).filter(({ valid }) => valid)).toHaveLength(names.length)

    const all = await messages(12)
    const ids = all.map((message) => /^Message-ID: (.+)\r$/im.exec(message)?.[1])
    expect(new Set(ids).size).toBe(12)
    expect(all.map(toWhom).filter((address) => address === 'sara@example.com')).toHaveLength(4)
    for (const name of names) expect(all.map(toWhom).filter((to) => to === `${name}@example.com`)).toHaveLength(2)
  })

  test('a process with other keys refuses to start and shows what to do in one line', async () => {
    await expect(startOne('c', { KEYS_DIR: folderOf('others') })).rejects.toThrow(
      /^Falta la llave [\w./-]+ en .*others\. Todos los procesos de una instalación usan las mismas llaves/,
    )
  })
})
