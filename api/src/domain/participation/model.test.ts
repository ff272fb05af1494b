import fc from 'fast-check'
import {
  approveDocumentCall,
  confirmReadingCall,
  openParticipationCall,
  seenDocumentCall,
} from 'shared/contract/participation'
import { setSigningOrderCall } from 'shared/contract/signing-order'
import { type Invited, startInvited, tokenIn } from '../../../test/support/invited.ts'
import { inviteTo } from '../../../test/support/participation.ts'
import { closeTestServers, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const TIMEOUT = 120_000

interface Sample {
  readonly isOrdered: boolean
  /** Steps that wait for an approval each. */
  readonly approvals: readonly number[]
  readonly readers: number
  /** Who tries to act next, whether their turn has come or not. */
  readonly attempts: readonly number[]
}

const sample: fc.Arbitrary<Sample> = fc.record({
  isOrdered: fc.boolean(),
  approvals: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
  readers: fc.integer({ min: 0, max: 1 }),
  attempts: fc.array(fc.nat(20), { minLength: 4, maxLength: 10 }),
})

/** A person of the document. The model: all of smaller ranks act before; readers have rank 0. */
interface Actor {
  readonly rank: number
  readonly act: () => Promise<unknown>
}

const mailedToken = async ({ server, lastMail }: Invited, email: string): Promise<string> => {
  await server.relay.tick()
  return tokenIn(lastMail(email))
}

const answerWith = async (invited: Invited, email: string, kind: 'visto_bueno' | 'lectura'): Promise<unknown> => {
  const query = { token: await mailedToken(invited, email) }
  const { access_token: bearer, participant } = await succeed(invited.server, openParticipationCall, { query })
  const call = { bearer, params: { participantId: participant.id }, body: {} }
  await succeed(invited.server, seenDocumentCall, call)
  return succeed(invited.server, kind === 'lectura' ? confirmReadingCall : approveDocumentCall, call)
}

const setUp = async ({ isOrdered, approvals, readers }: Sample) => {
  const invited = await startInvited()
  const { server, document, ana, luis } = invited
  const body = { mode: isOrdered ? 'ordered' : 'parallel', steps: [[ana.id], [luis.id]] } as const
  const steps = body.steps.map((ids) => [...ids])
  const params = { id: document.id }
  await succeed(server, setSigningOrderCall, { bearer: await invited.owner(), params, body: { ...body, steps } })
  const actors: Actor[] = [ana, luis].map((field, index) => ({
    rank: isOrdered ? index + 1 : 1,
    act: async () => invited.sign(await invited.open(field.signer_email), field),
  }))
  for (const [index, before_step] of approvals.entries()) {
    const email = `visto${index}@example.com`
    await inviteTo(invited, { kind: 'visto_bueno', name: `Vera Bueno ${index}`, email, before_step })
    const rank = (isOrdered ? Math.min(before_step, 2) : 1) - 0.5
    actors.push({ rank, act: () => answerWith(invited, email, 'visto_bueno') })
  }
  for (let index = 0; index < readers; index += 1) {
    const email = `lector${index}@example.com`
    await inviteTo(invited, { kind: 'lectura', name: 'Lea Reyes', email })
    actors.push({ rank: 0, act: () => answerWith(invited, email, 'lectura') })
  }
  return { invited, actors }
}

const statusOf = async ({ server, document }: Invited): Promise<string> => {
  const row = server.services.db.selectFrom('documents').select('status').where('id', '=', document.id)
  return (await row.executeTakeFirstOrThrow()).status
}

/** Completion waits for readers; signers do not. */
const blocks = (one: Actor, other: Actor): boolean => one.rank > 0 && one.rank < other.rank

const play = async (given: Sample): Promise<void> => {
  const { invited, actors } = await setUp(given)
  const missing = new Set(actors)
  const attempt = async (actor: Actor): Promise<void> => {
    const isExpected = ![...missing].some((one) => blocks(one, actor))
    const done = await actor.act().then(
      () => true,
      () => false,
    )
    expect(done).toBe(isExpected)
    if (done) missing.delete(actor)
    expect(await statusOf(invited)).toBe(missing.size === 0 ? 'COMPLETED' : 'PROCESSING')
  }
  for (const chosen of given.attempts) {
    const open = [...missing]
    const actor = open[chosen % Math.max(open.length, 1)]
    if (actor !== undefined) await attempt(actor)
  }
  for (const actor of [...missing].toSorted((a, b) => a.rank - b.rank)) await attempt(actor)
  expect(await statusOf(invited)).toBe('COMPLETED')
  await closeTestServers()
}

test(
  'in any order of attempts, people act after their predecessors alone, and the document completes after all',
  () => fc.assert(fc.asyncProperty(sample, play), { numRuns: 8 }),
  TIMEOUT,
)
