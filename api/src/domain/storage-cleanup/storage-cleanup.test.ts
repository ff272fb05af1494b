import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { insertDocuments, ownerId } from '../../../test/support/documents.ts'
import { registerPerson } from '../../../test/support/people.ts'
import { RETENTION, sweepAll } from '../../../test/support/personal-data.ts'
import { closeTestServers, openTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { MINUTE_MS } from '../../platform/clock.ts'
import { askRemoval } from './removal-queue.ts'

afterEach(closeTestServers)

const BASES = [0, 1].map((base) => Buffer.alloc(40, `base ${base} `))
const LEASE = 10 * MINUTE_MS

type Step =
  | { readonly kind: 'upload'; readonly base: number }
  | { readonly kind: 'append'; readonly document: number; readonly tail: number }
  | { readonly kind: 'copy' | 'erase'; readonly document: number }
  | { readonly kind: 'space' | 'retention'; readonly dieAt: number }

const document = fc.nat(3)
const dieAt = fc.oneof(fc.constant(Infinity), fc.nat(14))
const steps = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('upload' as const), base: fc.nat(1) }) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('append' as const), document, tail: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('copy' as const), document }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('erase' as const), document }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('space' as const), dieAt }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('retention' as const), dieAt }) },
  ),
  { minLength: 20, maxLength: 40, size: 'max' },
)

/** A worker can die at each write. */
const openDying = async () => {
  let left = Infinity
  const fault = (): void => {
    if (left === 0) throw new Error('died')
    left -= 1
  }
  const server = await openTestServer({ fault })
  await registerPerson(server, 'olga')
  const owner = await ownerId(server.services.db, 'olga')
  const until = async (writes: number, work: () => Promise<unknown>): Promise<void> => {
    left = writes
    await work().catch(() => server.clock.advance(LEASE + 1))
    left = Infinity
  }
  return { server, owner, until }
}

type Dying = Awaited<ReturnType<typeof openDying>>

type Model = Map<number, Buffer[]>

const pick = (model: Model, index: number): number | undefined => [...model.keys()][index % Math.max(1, model.size)]

const addRevision = async (
  { services: { db, blobs }, clock }: TestServer,
  id: number,
  number: number,
  bytes: Buffer,
) => {
  const { sha256, size } = await blobs.put(bytes)
  await db.transaction().execute(async (transaction) => {
    if (number === 1) await transaction.deleteFrom('revisions').where('document_id', '=', id).execute()
    const row = { document_id: id, number, kind: 'annotated' as const, sha256, size, created_at: clock.now() }
    await transaction.insertInto('revisions').values(row).execute()
    await transaction.updateTable('documents').set({ revision: number }).where('id', '=', id).execute()
  })
}

const addDocument = async ({ server, owner }: Dying, model: Model, revisions: readonly Buffer[]) => {
  const [id = 0] = await insertDocuments(server.services.db, owner, [{ name: 'Uno.pdf', uploadedAt: 0 }])
  for (const [index, bytes] of revisions.entries()) await addRevision(server, id, index + 1, bytes)
  model.set(id, [...revisions])
}

const eraseRows = async ({ services: { db }, clock }: TestServer, id: number) =>
  db.transaction().execute(async (transaction) => {
    const rows = await transaction.deleteFrom('revisions').where('document_id', '=', id).returning('sha256').execute()
    await askRemoval(
      transaction,
      rows.map(({ sha256 }) => sha256),
      clock.now(),
    )
    await transaction.deleteFrom('documents').where('id', '=', id).execute()
  })

const take = async (dying: Dying, model: Model, step: Step): Promise<void> => {
  const { server, until } = dying
  if (step.kind === 'upload') return addDocument(dying, model, [BASES[step.base] ?? Buffer.alloc(0)])
  if ('dieAt' in step) return until(step.dieAt, () => server[step.kind].tick())
  const id = pick(model, step.document)
  const revisions = model.get(id ?? 0)
  if (id === undefined || revisions === undefined) return
  if (step.kind === 'copy') return addDocument(dying, model, revisions)
  if (step.kind === 'append') {
    const grown = Buffer.concat([revisions.at(-1) ?? Buffer.alloc(0), Buffer.alloc(7, `${step.tail}`)])
    await addRevision(server, id, revisions.length + 1, grown)
    revisions.push(grown)
    return
  }
  await eraseRows(server, id)
  model.delete(id)
}

const expectAll = async ({ services: { db, blobs } }: TestServer, model: Model): Promise<void> => {
  for (const [id, revisions] of model) {
    const rows = await db.selectFrom('revisions').selectAll().where('document_id', '=', id).orderBy('number').execute()
    expect(rows).toHaveLength(revisions.length)
    for (const [index, { sha256, size }] of rows.entries()) {
      const bytes = revisions[index] ?? Buffer.alloc(0)
      expect(bytes.equals(await blobs.read(sha256))).toBe(true)
      expect(await blobs.verify(sha256)).toBe(bytes.length)
      const part = await buffer(await blobs.open(sha256, { start: 3, end: size - 1 }))
      expect(part.equals(bytes.subarray(3))).toBe(true)
    }
  }
}

const settle = async ({ server }: Dying): Promise<void> => {
  await server.space.tick()
  await sweepAll(server)
  server.clock.advance(RETENTION)
  for (let round = 0; round < 3; round++) await server.retention.tick()
}

const filesNeeded = (model: Model): number => {
  const newest = [...model.values()].map((revisions) => revisions.at(-1)?.toString('hex') ?? '')
  const earlier = [...model.values()].flatMap((revisions) => revisions.slice(0, -1).map((one) => one.toString('hex')))
  return new Set(newest.filter((bytes) => !earlier.includes(bytes))).size
}

const play = async (dying: Dying, all: readonly Step[], model: Model): Promise<void> => {
  const { server } = dying
  for (const step of all) {
    await take(dying, model, step)
    if ('dieAt' in step) await expectAll(server, model)
  }
  await settle(dying)
  await expectAll(server, model)
  const stored = await server.stored()
  const hasErased = all.some(({ kind }) => kind === 'erase')
  // Erasing can make a shared beginning a file again.
  if (!hasErased) expect(stored.length).toBeLessThanOrEqual(filesNeeded(model))
}

test('every revision stays intact when workers die at any write, and erasing leaves no file', async () => {
  const dying = await openDying()
  const { server } = dying
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const model: Model = new Map()
      await play(dying, all, model).finally(async () => {
        for (const id of model.keys()) await eraseRows(server, id)
        for (let round = 0; round < 3; round++) await server.retention.tick()
      })
      expect(await server.stored()).toEqual([])
      expect(await server.services.db.selectFrom('blob_prefixes').selectAll().execute()).toEqual([])
    }),
    { numRuns: 10 },
  )
})
