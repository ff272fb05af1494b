import { KeyObject } from 'node:crypto'
import { pdfsig, testWith } from 'pdf/testing/node'
import { digitalSignCall, findFilesCall } from 'shared/contract'
import { type Invited, startInvited } from '../../../test/support/invited.ts'
import { downloadBytes, drawing } from '../../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { sharedThreads, watchedThreads } from '../../../test/support/test-threads.ts'
import { OverloadError } from '../../platform/overload/overload-error.ts'
import { ThreadFailure, type ThreadTasks } from '../../platform/threads/thread-task.ts'

afterEach(closeTestServers)

const start = async (threads: ThreadTasks) => {
  const invited = await startInvited({ threads })
  return { invited, bearer: await invited.open('ana@example.com') }
}

const signAnas = ({ server, ana }: Invited, bearer: string) =>
  refuse(server, digitalSignCall, {
    bearer,
    params: { fieldId: ana.id },
    body: { field_id: ana.id, signature_data: drawing() },
  })

const signaturesOf = ({ server }: Invited) => server.services.db.selectFrom('signatures').selectAll().execute()

testWith(['pdfsig'], 'worker threads sign, seal and certify a document, and each signature is valid', async () => {
  const names: string[] = []
  const { invited, bearer } = await start(watchedThreads((name) => void names.push(name)))
  await invited.sign(bearer, invited.ana)
  await invited.sign(await invited.open('luis@example.com'), invited.luis)
  await invited.server.completion.tick()
  const owner = await invited.owner()
  const final = await downloadBytes(invited.server, owner, invited.document.id)
  // It knows no document time stamps.
  const found = pdfsig(final).filter(({ type }) => type === 'ETSI.CAdES.detached')
  expect(found.map(({ valid }) => valid)).toEqual([true, true])
  expect(new Set(names)).toEqual(
    new Set([
      'check-soundness',
      'inspect',
      'prepare-fields',
      'prepare-signature',
      'complete-signature',
      'read-for-seal',
      'prepare-seal',
      'complete-seal',
      'write-certificate',
    ]),
  )
})

test('the document list answers while a thread completes a signature, and the signature is then stored', async () => {
  let begun = (): void => undefined
  let release = (): void => undefined
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const threads = watchedThreads((name) => {
    if (name !== 'complete-signature') return undefined
    begun()
    return gate
  })
  const { invited, bearer } = await start(threads)
  const signing = invited.sign(bearer, invited.ana)
  await hasBegun
  const list = await succeed(invited.server, findFilesCall, {
    bearer: await invited.owner(),
    query: { limit: '24' },
  })
  expect(list.documents).toHaveLength(1)
  expect(await signaturesOf(invited)).toEqual([])
  release()
  await signing
  expect(await signaturesOf(invited)).toHaveLength(1)
})

test.each(['memory', 'time', 'broken'] as const)(
  'a failed thread (%s) stores no signature, and the guest can sign again',
  async (kind) => {
    let failures = 1
    const threads = watchedThreads((name) => {
      if (name !== 'complete-signature' || failures === 0) return
      failures -= 1
      throw new ThreadFailure(kind)
    })
    const { invited, bearer } = await start(threads)
    expect(await signAnas(invited, bearer)).toMatchObject({ status: 500, code: 'SIGNING_FAILED' })
    expect(await signaturesOf(invited)).toEqual([])
    await invited.sign(bearer, invited.ana)
    expect(await signaturesOf(invited)).toHaveLength(1)
  },
)

test('when the thread queue is full, the API answers 503 with a Retry-After header', async () => {
  const threads = watchedThreads((name) => {
    if (name === 'prepare-signature') throw new OverloadError('queue')
  })
  const { invited, bearer } = await start(threads)
  const refused = await signAnas(invited, bearer)
  expect(refused).toMatchObject({ status: 503, code: 'UNAVAILABLE', headers: { 'retry-after': '2' } })
})

const membersOf = (value: unknown): unknown[] => {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [value]
  return [value, ...Object.values(value).flatMap(membersOf)]
}

test('the API sends no private key and no function to a worker thread', async () => {
  const sent: unknown[] = []
  const { invited, bearer } = await start(watchedThreads((_, request) => void sent.push(request)))
  await invited.sign(bearer, invited.ana)
  await invited.sign(await invited.open('luis@example.com'), invited.luis)
  await invited.server.completion.tick()
  const members = sent.flatMap(membersOf)
  expect(members.filter((member) => member instanceof KeyObject || typeof member === 'function')).toEqual([])
  expect(members.filter((member) => typeof member === 'string' && member.includes('PRIVATE'))).toEqual([])
})

test('the API does not store a signature that fails verification in the thread', async () => {
  const threads: ThreadTasks = {
    run: (task, request, options) => {
      const forged = task.name === 'complete-signature' ? { ...request, value: new Uint8Array(70) } : request
      return sharedThreads().run(task, forged, options)
    },
  }
  const { invited, bearer } = await start(threads)
  expect(await signAnas(invited, bearer)).toMatchObject({ status: 500, code: 'SIGNING_FAILED' })
  expect(await signaturesOf(invited)).toEqual([])
})
