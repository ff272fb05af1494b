import { sampleOf } from 'pdf/testing/node'
import { digitalSignCall, getFileCall, listFieldsCall, type UserFile } from 'shared/contract'
import { examineServed } from './faults/examine-signatures.ts'
import { type ChildHome, openChildHome } from './support/child-home.ts'
import { download, invite, messages, open, placeField, register, signing, upload } from './support/child-people.ts'
import { ask, type ChildServer, FAULTY_MAIN, fetchCall } from './support/child-server.ts'
import { eventually, untilTrue } from './support/eventually.ts'
import { distinctPoints, giveOrder, recorded } from './support/fault-orders.ts'
import { threePages } from './support/people.ts'

let home: ChildHome
let server: ChildServer
let bearer = ''
let mails = 0

const start = () => home.start({ RATE_LIMIT_FACTOR: '1000' }, FAULTY_MAIN)

beforeAll(async () => {
  home = await openChildHome('faults')
  server = await start()
  bearer = (await register(server)).access_token
})

afterAll(async () => {
  await home.remove()
})

const prepare = async (name: string) => {
  const document = await upload(server, bearer, threePages())
  const guests = []
  for (const guest of [`${name}-a`, `${name}-b`]) {
    const field = await placeField(server, bearer, document.id, guest)
    await invite(server, bearer, document.id, guest)
    mails += 1
    const all = await messages(home.dataDir, mails)
    const message = all.find((text) => text.includes(`<${guest}@example.com>`)) ?? ''
    const { access_token } = await open(server, message)
    guests.push({ field, request: { bearer: access_token, ...signing(field.id) } })
  }
  return { document, guests }
}

type Guest = Awaited<ReturnType<typeof prepare>>['guests'][number]

const sign = (guest: Guest): Promise<boolean> =>
  fetchCall(server, digitalSignCall, guest.request).then(
    (response) => response.ok,
    () => false,
  )

const isSigned = async (documentId: number, fieldId: number): Promise<boolean> => {
  const query = { user_file_id: String(documentId) }
  const fields = await ask(server, listFieldsCall, { bearer, query })
  return fields.find(({ id }) => id === fieldId)?.is_signed ?? false
}

const completed = (id: number): Promise<UserFile> =>
  eventually('the document is complete', async () => {
    const document = await ask(server, getFileCall, { bearer, params: { id } })
    return document.status === 'COMPLETED' ? document : undefined
  })

const revisionsOf = async (documentId: number): Promise<string[]> => {
  const db = await home.openDb()
  const rows = await db
    .selectFrom('revisions')
    .select('kind')
    .where('document_id', '=', documentId)
    .orderBy('number')
    .execute()
  await db.destroy()
  return rows.map(({ kind }) => kind)
}

const certificatesOf = async (documentId: number): Promise<number> => {
  const db = await home.openDb()
  try {
    await untilTrue('the certificate is written', async () => {
      const job = await db
        .selectFrom('completion_certificates')
        .select('state')
        .where('document_id', '=', documentId)
        .executeTakeFirstOrThrow()
      return job.state !== 'pending'
    })
    const issued = await db
      .selectFrom('audit_events')
      .select('number')
      .where('document_id', '=', documentId)
      .where('kind', '=', 'certificate-issued')
      .execute()
    return issued.length
  } finally {
    await db.destroy()
  }
}

type Who = 'first' | 'second'

interface Case {
  /** The first signature also writes the fields, the second also seals. */
  readonly who: Who
  readonly point: string
  readonly survives: boolean
}

/** Recorded: new writes become new cases. */
const CASES = 68
let cases: readonly Case[] = []

/** Mails and log time stamps run concurrently. */
const isBeside = (point: string): boolean =>
  /^\w+ (?:begin > )?(?:update outbox|send mail|insert log_batches)/.test(point)

const casesOf = (who: Who, points: readonly string[]): Case[] => {
  const ofSigning = distinctPoints(points.filter((point) => !isBeside(point)))
  const committed = ofSigning.findIndex((point) => point.startsWith('after begin > ') && point.endsWith('> commit'))
  return ofSigning.map((point, index) => ({ who, point, survives: index >= committed }))
}

const MAILS = 4

beforeAll(async () => {
  const { document, guests } = await prepare('recorded')
  const [first, second] = guests
  if (first === undefined || second === undefined) throw new Error('two guests sign')
  const ofFirst = await recorded(home.dataDir, () => sign(first))
  const ofSecond = await recorded(home.dataDir, async () => {
    await sign(second)
    await completed(document.id)
    await certificatesOf(document.id)
    mails += MAILS
    await messages(home.dataDir, mails)
  })
  cases = [...casesOf('first', ofFirst), ...casesOf('second', ofSecond)]
})

const dieAt = async (point: string, guest: Guest): Promise<boolean> => {
  const died = server.ended
  await giveOrder(home.dataDir, `kill ${point}`)
  const answered = await sign(guest)
  await died
  server = await start()
  return answered
}

test('two signatures have the expected number of fault points', () => {
  expect(cases).toHaveLength(CASES)
})

const numbers = Array.from({ length: CASES }, (_, index) => index)

test.each(sampleOf(numbers, 3))(
  'after a kill around write %i, every signature exists once and the document is completed',
  async (number) => {
    const { who, point, survives } = cases[number] ?? { who: 'first', point: '', survives: false }
    const { document, guests } = await prepare(`guest-${number}`)
    const [first, second] = guests
    if (first === undefined || second === undefined) throw new Error('two guests sign')
    const dying = who === 'first' ? first : second
    if (dying === second) expect(await sign(first)).toBe(true)

    const answered = await dieAt(point, dying)
    const survived = await isSigned(document.id, dying.field.id)
    if (answered) expect(survived).toBe(true)
    expect({ point, survived }).toEqual({ point, survived: survives })
    // A stored signature is not repeated.
    expect((await fetchCall(server, digitalSignCall, dying.request)).status).toBe(survived ? 409 : 200)
    if (dying === first) expect(await sign(second)).toBe(true)

    await completed(document.id)
    expect(await revisionsOf(document.id)).toEqual(['uploaded', 'prepared', 'signed', 'signed', 'sealed'])
    expect(await certificatesOf(document.id)).toBe(1)
    await examineServed(server, await download(server, bearer, document.id), { people: 2, seals: 1 })
    mails += MAILS
    await messages(home.dataDir, mails)
  },
)
