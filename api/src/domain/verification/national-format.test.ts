import {
  closeDocument,
  evidenceFor,
  makeNationalHierarchy,
  nationalForm,
  personOf,
  signAsPerson,
} from 'pdf/testing/node'
import { shareFileCall } from 'shared/contract'
import { nationalFormatCall } from 'shared/contract/verify'
import { becomeGuest, placeField, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, refuse, succeed } from '../../../test/support/test-server.ts'
import { sharedThreads } from '../../../test/support/test-threads.ts'
import { createJudgeNationalFormat } from './verification-task.ts'

afterAll(closeTestServers)

const at = new Date('2026-06-01T12:00:00Z')
const hierarchy = makeNationalHierarchy()
const authorities = {
  roots: [{ certificate: hierarchy.root.certificate, kind: 'national' as const }],
  intermediates: [],
}

const nationalDocument = async (): Promise<Uint8Array> => {
  const person = personOf(hierarchy)
  const signed = await signAsPerson(nationalForm(['ana']), { field: 'ana', person, hierarchy, at })
  return closeDocument(signed, await evidenceFor(person, hierarchy, at), { hierarchy, at })
}

test('the check accepts a national document and rejects the same document with one byte more', async () => {
  const judgeNationalFormat = createJudgeNationalFormat(sharedThreads(), authorities)
  const bytes = await nationalDocument()
  expect(await judgeNationalFormat(Uint8Array.from(bytes), at)).toMatchObject({ kind: 'judged', outcome: 'met' })
  expect(await judgeNationalFormat(Uint8Array.from([...bytes, 0x0a]), at)).toMatchObject({ outcome: 'not-met' })
  expect(await createJudgeNationalFormat(sharedThreads(), authorities, { timeLimit: 0 })(bytes, at)).toEqual({
    kind: 'unreadable',
  })
})

test('only owner and signers can read the national format report, even when the document is public', async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const { access_token: other } = await registerPerson(server, 'otra')
  const document = await uploadDocument(server, bearer)
  const guest = await becomeGuest(server, bearer, await placeField(server, bearer, document.id))
  const params = { id: document.id }
  for (const reader of [bearer, guest])
    expect(await succeed(server, nationalFormatCall, { bearer: reader, params })).toEqual({ kind: 'unsigned' })

  await succeed(server, shareFileCall, { bearer, params, body: {} })
  expect(await refuse(server, nationalFormatCall, { bearer: other, params })).toMatchObject({ status: 404 })
  expect(await refuse(server, nationalFormatCall, { params })).toMatchObject({ status: 401 })
})

test('the report on a document signed elsewhere contains the unmet rule and its code', async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'oscar')
  const bytes = await nationalDocument()
  const document = await uploadDocument(server, bearer, bytes)
  const found = await succeed(server, nationalFormatCall, { bearer, params: { id: document.id } })
  if (found.kind !== 'judged') throw new Error('judged')
  expect(found.outcome).toBe('not-met')
  expect(found.rules.filter(({ state }) => state === 'not-met')).toEqual([
    expect.objectContaining({ rule: 'hierarchy', code: 22, reason: null }),
  ])
})
