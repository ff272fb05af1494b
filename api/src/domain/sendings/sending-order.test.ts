import fc from 'fast-check'
import {
  cancelDocumentCall,
  declineInvitationCall,
  deleteFieldCall,
  deleteFileCall,
  digitalSignCall,
  getFileCall,
  listInvitationsCall,
  type ReplyOf,
  revokeInvitationCall,
  type SignatureField,
  type UserFile,
  validateInvitationCall,
} from 'shared/contract'
import { createSendingCall, signSendingCall } from 'shared/contract/sendings'
import { getSigningOrderCall, type SigningOrderMode, setSigningOrderCall } from 'shared/contract/signing-order'
import { scaled } from 'shared/testing/limits'
import {
  drawing,
  invitationToken,
  inviteSigner,
  placeField,
  registerPerson,
  stated,
  uploadDocument,
} from '../../../test/support/people.ts'
import { actOn } from '../../../test/support/sendings.ts'
import { closeTestServers, openTestServer, refuse, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const ADDRESSES = { a: 'ana@example.com', b: 'beto@example.com', c: 'carla@example.com' } as const
type Key = keyof typeof ADDRESSES

/** Each document asks the people of its letters, in the order of the letters: `['ab', 'c']`. */
const startOrdered = async (asked: readonly string[]) => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const documents: UserFile[] = []
  for (const index of asked.keys())
    documents.push(await uploadDocument(server, bearer, undefined, `Documento ${index + 1}.pdf`))
  const body = { documents: documents.map(({ id }) => id) }
  const sending = await succeed(server, createSendingCall, { bearer, body })
  const fields = new Map<string, SignatureField>()
  for (const [index, letters] of asked.entries())
    for (const key of letters as Iterable<Key>) {
      const stated = { signer_name: `Firmante ${key}`, signer_email: ADDRESSES[key] }
      fields.set(`${key}${index}`, await placeField(server, bearer, documents[index]?.id ?? 0, stated))
    }
  const field = (name: string) => {
    const found = fields.get(name)
    if (found === undefined) throw new Error(`no field ${name}`)
    return found
  }
  const params = (index: number) => ({ id: documents[index]?.id ?? 0 })
  const setOrder = (index: number, steps: readonly string[], mode: SigningOrderMode = 'ordered') => {
    const named = steps.map((step) => [...step].map((key) => field(`${key}${index}`).id))
    return succeed(server, setSigningOrderCall, { bearer, params: params(index), body: { mode, steps: named } })
  }
  const orderOf = async (index: number) => {
    const { mode, steps } = await succeed(server, getSigningOrderCall, { bearer, params: params(index) })
    return [mode, ...steps.map(({ signer_email, state }) => `${signer_email.charAt(0)} ${state}`)]
  }
  const invite = async (...keys: readonly Key[]) => {
    for (const key of keys)
      await inviteSigner(server, bearer, field(`${key}${asked.findIndex((letters) => letters.includes(key))}`))
  }
  const open = async (key: Key) =>
    succeed(server, validateInvitationCall, { query: { token: await invitationToken(server, ADDRESSES[key]) } })
  const mails = async () => {
    const before = server.delivered.length
    await server.relay.tick()
    return server.delivered
      .slice(before)
      .filter(({ mail }) => mail.kind === 'invitation')
      .map(({ mail }) => `${mail.to_address.charAt(0)}: ${mail.subject}`)
  }
  return { server, bearer, documents, sending, field, params, setOrder, orderOf, invite, open, mails }
}

type Ordered = Awaited<ReturnType<typeof startOrdered>>

type Guest = ReplyOf<typeof validateInvitationCall>

/** By the link of one document to another one of the list. */
const openOther = (server: Ordered['server'], guest: Guest, documentId: number): Promise<Guest> => {
  const { path } = guest.sending?.documents.find(({ id }) => id === documentId) ?? {}
  const token = new URL(path ?? '', 'https://trazo.example').searchParams.get('token') ?? ''
  return succeed(server, validateInvitationCall, { query: { token } })
}

const signing = ({ documents }: Ordered, field: SignatureField) => ({
  params: { fieldId: field.id },
  body: {
    field_id: field.id,
    signature_data: drawing(),
    ...stated({ sha256: documents.find(({ id }) => id === field.user_file_id)?.sha256 ?? '' }),
  },
})

const signOne = async (ordered: Ordered, name: string) => {
  const field = ordered.field(name)
  const guest = await ordered.open(name.charAt(0) as Key)
  const own =
    guest.document.id === field.user_file_id ? guest : await openOther(ordered.server, guest, field.user_file_id)
  return succeed(ordered.server, digitalSignCall, { bearer: own.access_token, ...signing(ordered, field) })
}

describe('the order of a sending', () => {
  test('is that of all its documents, whichever sets it', async () => {
    const ordered = await startOrdered(['ab', 'bc', 'ca'])
    await ordered.setOrder(0, ['b', 'a'])
    expect(await ordered.orderOf(0)).toEqual(['ordered', 'b now', 'a later'])
    expect(await ordered.orderOf(1)).toEqual(['ordered', 'b now', 'c later'])
    expect(await ordered.orderOf(2)).toEqual(['ordered', 'a later', 'c later'])
    await ordered.setOrder(2, ['c', 'a'])
    expect(await ordered.orderOf(0)).toEqual(['ordered', 'b now', 'a later'])
    expect(await ordered.orderOf(2)).toEqual(['ordered', 'c later', 'a later'])
    await ordered.setOrder(1, [], 'parallel')
    expect((await ordered.orderOf(0))[0]).toBe('parallel')
  })

  test('is shown whole, and set, in a document that asks one person', async () => {
    const ordered = await startOrdered(['a', 'b', 'bc'])
    const { server, bearer, params, field, orderOf } = ordered
    const [a, b, c] = [field('a0').id, field('b1').id, field('c2').id]
    const whole = async (index: number) => {
      const { together = [] } = await succeed(server, getSigningOrderCall, { bearer, params: params(index) })
      return together.map(({ field_ids, signer_email, state }) => [signer_email.charAt(0), state, ...field_ids])
    }
    const set = (...ids: readonly number[]) => {
      const body = { mode: 'ordered' as const, steps: ids.map((id) => [id]) }
      return succeed(server, setSigningOrderCall, { bearer, params: params(0), body })
    }
    expect(await whole(0)).toEqual([
      ['a', 'now', a],
      ['b', 'now', b],
      ['c', 'now', c],
    ])
    const { together } = await set(c, b, a)
    expect(together?.map(({ signer_email, state }) => `${signer_email.charAt(0)} ${state}`)).toEqual([
      'c now',
      'b later',
      'a later',
    ])
    expect(await orderOf(0)).toEqual(['ordered', 'a later'])
    expect(await orderOf(2)).toEqual(['ordered', 'c now', 'b later'])
    expect(await whole(2)).toEqual([
      ['c', 'now', c],
      ['b', 'later', field('b2').id],
      ['a', 'later', a],
    ])
    // Who is left out stays, apart from people of the document itself.
    await set(a, c)
    expect((await whole(0)).map(([key]) => key)).toEqual(['a', 'b', 'c'])
    const logged = await server.services.db
      .selectFrom('audit_events')
      .select('data')
      .where('document_id', '=', params(0).id)
      .where('kind', '=', 'order-changed')
      .execute()
    expect(logged.map(({ data }) => JSON.parse(data).order)).toEqual([`[[${a}]]`, `[[${a}]]`])
  })

  test('documents that join get the order of the first one, and their own people follow', async () => {
    const server = await openTestServer()
    const { access_token: bearer } = await registerPerson(server, 'olga')
    const placed = async (...letters: readonly Key[]) => {
      const { id } = await uploadDocument(server, bearer)
      const steps: number[][] = []
      for (const key of letters) {
        const stated = { signer_name: `Firmante ${key}`, signer_email: ADDRESSES[key] }
        steps.unshift([(await placeField(server, bearer, id, stated)).id])
      }
      return { id, steps }
    }
    const first = await placed('a', 'b')
    const other = await placed('c', 'a', 'b')
    const body = { mode: 'ordered' as const, steps: first.steps }
    await succeed(server, setSigningOrderCall, { bearer, params: { id: first.id }, body })
    await succeed(server, createSendingCall, { bearer, body: { documents: [first.id, other.id] } })
    const { mode, steps } = await succeed(server, getSigningOrderCall, { bearer, params: { id: other.id } })
    expect([mode, ...steps.map(({ signer_email }) => signer_email.charAt(0))]).toEqual(['ordered', 'b', 'a', 'c'])
  })
})

describe('turns in an ordered sending', () => {
  test('who comes later gets one mail for all documents, once everyone earlier has signed everything', async () => {
    const ordered = await startOrdered(['ab', 'b', 'a'])
    await ordered.setOrder(0, ['a', 'b'])
    await ordered.invite('b', 'a')
    expect(await ordered.mails()).toEqual([
      'a: María José Núñez te invita a firmar «Documento 1.pdf» y 1 documento más',
    ])
    await signOne(ordered, 'a0')
    expect(await ordered.mails()).toEqual([])
    expect(await ordered.orderOf(1)).toEqual(['ordered', 'b later'])
    const published = jest.spyOn(ordered.server.services.documentEvents, 'publish')
    await signOne(ordered, 'a2')
    const changed = published.mock.calls.flatMap(([, event]) => (event.kind === 'changed' ? event.document_id : []))
    expect(changed).toEqual(expect.arrayContaining(ordered.documents.map(({ id }) => id)))
    expect(await ordered.mails()).toEqual(['b: Es tu turno de firmar «Documento 1.pdf» y 1 documento más'])
    const { sending, access_token: bearer } = await ordered.open('b')
    expect(sending?.documents.map(({ state }) => state)).toEqual(['open', 'open'])
    await succeed(ordered.server, signSendingCall, {
      bearer,
      params: { fieldId: ordered.field('b0').id },
      body: actOn(
        await Promise.all(
          [0, 1].map((index) =>
            succeed(ordered.server, getFileCall, { bearer: ordered.bearer, params: ordered.params(index) }),
          ),
        ),
      ),
    })
    const states = await Promise.all(
      [0, 1, 2].map((index) =>
        succeed(ordered.server, getFileCall, { bearer: ordered.bearer, params: ordered.params(index) }),
      ),
    )
    expect(states.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED'])
  })

  test('a guest of a later turn cannot act early, by link or by the API, in one document or in several', async () => {
    const ordered = await startOrdered(['ab', 'b', 'bc'])
    const { server, documents } = ordered
    await ordered.setOrder(0, ['b', 'a'])
    await ordered.invite('a', 'b')
    const early = await ordered.open('b')
    await ordered.setOrder(0, ['a', 'b'])
    const bearer = early.access_token
    const call = { bearer, ...signing(ordered, ordered.field('b1')) }
    expect((await refuse(server, digitalSignCall, call)).status).toBe(403)
    const other = (await openOther(server, early, documents[1]?.id ?? 0)).access_token
    expect(await refuse(server, digitalSignCall, { ...call, bearer: other })).toMatchObject({ code: 'NOT_YOUR_TURN' })
    const body = actOn(documents.slice(0, 2))
    const act = { bearer, params: { fieldId: ordered.field('b0').id }, body }
    expect(await refuse(server, signSendingCall, act)).toMatchObject({ code: 'SENDING_DIFFERS' })
    expect((await ordered.open('b')).turn).toBe('later')
  })

  test('the order of another account is neither read nor set', async () => {
    const ordered = await startOrdered(['ab', 'ab'])
    const { access_token: bearer } = await registerPerson(ordered.server, 'eve')
    const params = ordered.params(0)
    expect(await refuse(ordered.server, getSigningOrderCall, { bearer, params })).toMatchObject({ status: 404 })
    const call = { bearer, params, body: { mode: 'ordered' as const, steps: [] } }
    expect(await refuse(ordered.server, setSigningOrderCall, call)).toMatchObject({ status: 404 })
    expect(await ordered.orderOf(1)).toEqual(['parallel', 'a now', 'b now'])
  })

  test('an order names no field of a document outside of the sending, of another account or cancelled', async () => {
    const ordered = await startOrdered(['ab', 'ab', 'c'])
    const { server, bearer, params, documents, field } = ordered
    const { access_token: eve } = await registerPerson(server, 'eve')
    const alone = await placeField(server, bearer, (await uploadDocument(server, bearer)).id)
    const foreign = await placeField(server, eve, (await uploadDocument(server, eve)).id)
    await inviteSigner(server, bearer, field('c2'))
    await succeed(server, cancelDocumentCall, { bearer, params: { id: documents[2]?.id ?? 0 }, body: {} })
    for (const { id } of [alone, foreign, field('c2')]) {
      const body = { mode: 'ordered' as const, steps: [[field('b0').id], [id], [field('a1').id]] }
      const refused = await refuse(server, setSigningOrderCall, { bearer, params: params(0), body })
      expect(refused).toMatchObject({ code: 'FIELD_OF_OTHER_DOCUMENT' })
    }
    expect(await ordered.orderOf(0)).toEqual(['parallel', 'a now', 'b now'])
  })

  test('the first signature in any document fixes the order of all', async () => {
    const ordered = await startOrdered(['a', 'ab'])
    await ordered.setOrder(1, ['a', 'b'])
    await ordered.invite('a')
    await signOne(ordered, 'a0')
    const call = { bearer: ordered.bearer, params: ordered.params(1), body: { mode: 'parallel' as const, steps: [] } }
    expect(await refuse(ordered.server, setSigningOrderCall, call)).toMatchObject({ code: 'DOCUMENT_FROZEN' })
    const { can_change } = await succeed(ordered.server, getSigningOrderCall, call)
    expect(can_change).toBe(false)
  })

  describe('who no longer signs does not block the other documents', () => {
    const startWaiting = async () => {
      const ordered = await startOrdered(['a', 'b'])
      const { field, params, server, bearer } = ordered
      await ordered.setOrder(0, ['a'])
      await ordered.setOrder(1, ['b'])
      await ordered.invite('a', 'b')
      expect((await ordered.mails()).map((mail) => mail.charAt(0))).toEqual(['a'])
      return { ...ordered, invitation: { bearer, params: params(0) }, ana: field('a0'), server }
    }

    test.each<[string, (ordered: Awaited<ReturnType<typeof startWaiting>>) => Promise<unknown>]>([
      [
        'declined',
        async ({ server, open, ana }) => {
          const { access_token: bearer } = await open('a')
          return succeed(server, declineInvitationCall, {
            bearer,
            params: { fieldId: ana.id },
            body: { reason: 'No.' },
          })
        },
      ],
      [
        'is revoked',
        async ({ server, invitation }) => {
          const [first] = await succeed(server, listInvitationsCall, invitation)
          const params = { ...invitation.params, invitationId: first?.id ?? 0 }
          return succeed(server, revokeInvitationCall, { ...invitation, params })
        },
      ],
      [
        'lost the document, cancelled',
        ({ server, invitation }) => succeed(server, cancelDocumentCall, { ...invitation, body: {} }),
      ],
      ['lost the document, deleted', ({ server, invitation }) => succeed(server, deleteFileCall, invitation)],
      [
        'lost the field',
        ({ server, bearer, ana }) => succeed(server, deleteFieldCall, { bearer, params: { id: ana.id } }),
      ],
      [
        'let the document expire',
        async ({ server, invitation }) => {
          const { db, clock } = server.services
          await db
            .updateTable('documents')
            .set({ deadline: clock() - 1 })
            .where('id', '=', invitation.params.id)
            .execute()
          await server.deadlines.tick()
        },
      ],
    ])('because the earlier person %s', async (_, end) => {
      const ordered = await startWaiting()
      await end(ordered)
      expect(await ordered.mails()).toEqual(['b: Es tu turno de firmar «Documento 2.pdf»'])
      expect(await signOne(ordered, 'b1')).toMatchObject({ document: { is_signed: true } })
    })
  })
})

test('documents that expire together mail no later turn', async () => {
  const ordered = await startOrdered(['a', 'b', 'c'])
  const { server } = ordered
  await ordered.setOrder(0, ['a'])
  await ordered.setOrder(1, ['b'])
  await ordered.invite('a', 'b', 'c')
  await ordered.mails()
  const deadline = server.services.clock() - 1
  await server.services.db.updateTable('documents').set({ deadline }).execute()
  expect(await server.deadlines.tick()).toBe(3)
  expect(await ordered.mails()).toEqual([])
})

/** The last document asks all: the order of people who share no document would be that of their uploads. */
const partition = fc
  .array(fc.uniqueArray(fc.constantFrom<Key[]>('a', 'b', 'c'), { minLength: 1 }), { minLength: 1, maxLength: 2 })
  .map((asked) => [...asked, [...new Set(asked.flat())]])
  .filter((asked) => new Set(asked.flat()).size > 1)

test(
  'in any sending no one is mailed before their turn, everyone is mailed once, and all documents are completed',
  async () => {
    const order: readonly Key[] = ['c', 'a', 'b']
    await fc.assert(
      fc.asyncProperty(partition, fc.infiniteStream(fc.nat()), async (asked, choices) => {
        const ordered = await startOrdered(asked.map((keys) => keys.toSorted().join('')))
        const { server, bearer, params } = ordered
        for (const [index, keys] of asked.entries())
          await ordered.setOrder(
            index,
            order.filter((key) => keys.includes(key)),
          )
        const people = order.filter((key) => asked.flat().includes(key))
        await ordered.invite(...people.toReversed())
        const left = asked.flatMap((keys, index) => keys.map((key) => `${key}${index}`))
        const mailed: string[] = []
        while (left.length > 0) {
          for (const mail of await ordered.mails()) mailed.push(mail.charAt(0))
          const now = people.find((key) => left.some((name) => name.startsWith(key))) ?? ''
          expect(mailed).toEqual(people.slice(0, people.indexOf(now as Key) + 1))
          const theirs = left.filter((name) => name.startsWith(now))
          const chosen = theirs[(choices.next().value ?? 0) % theirs.length] ?? ''
          await signOne(ordered, chosen)
          left.splice(left.indexOf(chosen), 1)
        }
        expect(await ordered.mails()).toEqual([])
        for (const index of asked.keys()) {
          const { status } = await succeed(server, getFileCall, { bearer, params: params(index) })
          expect(status).toBe('COMPLETED')
        }
      }),
      { numRuns: 5 },
    )
  },
  scaled(120_000),
)
