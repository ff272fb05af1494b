import { sampleOf } from 'pdf/testing/node'
import { getFileCall, type SignatureField, type UserFile } from 'shared/contract'
import { verifyLog } from 'shared/contract/evidence-log'
import { createFormFieldCall, formValuesText, saveFormDraftCall } from 'shared/contract/form-fields'
import { addParticipantCall, inviteParticipantCall } from 'shared/contract/participants'
import { createSendingCall, signSendingCall } from 'shared/contract/sendings'
import { hashHex } from 'shared/server'
import { scaled } from 'shared/testing/limits'
import { readLog } from '../src/domain/audit/read-log.ts'
import { furtherAttachments } from '../src/platform/mail/transport.ts'
import { examineServed } from './faults/examine-signatures.ts'
import { type ChildHome, openChildHome } from './support/child-home.ts'
import { download, invite, messages, open, placeField, register, upload } from './support/child-people.ts'
import { ask, type ChildServer, FAULTY_MAIN } from './support/child-server.ts'
import { untilTrue } from './support/eventually.ts'
import { distinctPoints, endOrder, giveOrder, recorded } from './support/fault-orders.ts'
import { newFormField } from './support/form-fields.ts'
import { threePages } from './support/people.ts'
import { actOn } from './support/sendings.ts'

/*
 * Kills a server at each write of an act that signs two documents, one of them with a form: both have the signature and
 * the value, or none has, and a repetition of the request signs what is missing, once. Kills it, too, while it seals the
 * last one: each person has one final mail, those with copies too.
 */

jest.setTimeout(scaled(300_000))

const DOCUMENTS = 2

const start = (home: ChildHome): Promise<ChildServer> => home.start({ RATE_LIMIT_FACTOR: '1000' }, FAULTY_MAIN)

interface OpenAct {
  readonly documents: readonly UserFile[]
  readonly call: {
    readonly bearer: string
    readonly params: { readonly fieldId: number }
    readonly body: ReturnType<typeof actOn>
  }
}

/** @returns what the person answers */
const askForValue = async (server: ChildServer, bearer: string, field: SignatureField | undefined) => {
  if (field === undefined) throw new Error('no field was placed')
  const body = { ...newFormField(field, { required: true }), client_id: `campo_${field.id}` }
  const { id } = await ask(server, createFormFieldCall, { bearer, body })
  return { form_field_id: id, value: 'Heredia' }
}

const copyAddress = (name: string): string => `archivo-${name}@example.com`

/** Of all documents, once they are complete. */
const askForCopies = async (server: ChildServer, bearer: string, id: number, name: string): Promise<void> => {
  const body = {
    kind: 'copia',
    name: 'Archivo',
    email: copyAddress(name),
    copy_when: 'completed',
    in_sending: true,
  } as const
  const { id: participantId } = await ask(server, addParticipantCall, { bearer, params: { id }, body })
  await ask(server, inviteParticipantCall, { bearer, params: { id, participantId }, body: {} })
}

/** A sending for one more person, who has opened the link. */
const openAct = async (home: ChildHome, server: ChildServer, bearer: string, name: string): Promise<OpenAct> => {
  const documents: UserFile[] = []
  const fields: SignatureField[] = []
  for (let index = 0; index < DOCUMENTS; index += 1) {
    const bytes = Buffer.concat([threePages(), Buffer.from(`\n% ${name} ${index}\n`)])
    const document = await upload(server, bearer, bytes)
    fields.push(await placeField(server, bearer, document.id, name))
    documents.push(document)
  }
  const filled = await askForValue(server, bearer, fields.at(-1))
  await ask(server, createSendingCall, { bearer, body: { documents: documents.map(({ id }) => id) } })
  await askForCopies(server, bearer, documents[0]?.id ?? 0, name)
  await invite(server, bearer, documents[0]?.id ?? 0, name)
  const mailTo = async () => (await messages(home.dataDir, 1)).find((text) => text.includes(`<${name}@example.com>`))
  await untilTrue('the invitation', async () => (await mailTo()) !== undefined)
  const { access_token, signature_field, sending } = await open(server, (await mailTo()) ?? '')
  const last = await open(server, `https://trazo.example${sending?.documents.at(-1)?.path ?? ''}`)
  const draft = { params: { fieldId: last.signature_field.id }, body: { values: [filled] } }
  await ask(server, saveFormDraftCall, { bearer: last.access_token, ...draft })
  const shown = documents.map((document, index) =>
    index === DOCUMENTS - 1 ? { ...document, form_sha256: hashHex(formValuesText([filled])) } : document,
  )
  const call = { bearer: access_token, params: { fieldId: signature_field.id }, body: actOn(shown) }
  return { documents, call }
}

const stateOf = async (home: ChildHome, { documents }: OpenAct) => {
  const ids = documents.map(({ id }) => id)
  const stored = new Set(await home.stored())
  const db = await home.openDb()
  try {
    const signatures = await db.selectFrom('signatures').select('field_id').where('document_id', 'in', ids).execute()
    const revisions = await db.selectFrom('revisions').select('sha256').where('document_id', 'in', ids).execute()
    const values = db.selectFrom('form_fields').select('id').where('document_id', 'in', ids)
    const logs = await Promise.all(ids.map((id) => readLog(db, id)))
    const verdicts = await Promise.all(logs.map(async (log) => (await verifyLog(log, hashHex)).kind))
    const times = (kind: string): number => logs.flat().filter((entry) => entry.kind === kind).length
    return {
      signatures: signatures.length,
      values: (await values.where('shown_value', '=', 'Heredia').execute()).length,
      signedInLog: times('field-signed'),
      togetherInLog: times('signed-together'),
      isWhole: verdicts.every((verdict) => verdict === 'whole'),
      isStored: revisions.every(({ sha256 }) => stored.has(sha256)),
    }
  } finally {
    await db.destroy()
  }
}

/** Final mails of the sending, by address, with the number of files; copies have a link. */
const finalMails = async (home: ChildHome, { documents }: OpenAct): Promise<string[]> => {
  const db = await home.openDb()
  try {
    const ids = documents.map(({ id }) => id)
    const mails = db.selectFrom('outbox').selectAll().where('document_id', 'in', ids)
    const rows = await mails.execute()
    const copies = rows.filter((mail) => mail.to_address.startsWith(copyAddress('').split('@')[0] ?? ''))
    const final = rows.filter(({ kind }) => kind === 'document-completed')
    return [
      ...final.map((mail) => `${mail.to_address} ${1 + furtherAttachments(mail).length}`),
      ...copies.map((mail) => `${mail.to_address} ${mail.subject.includes('1 documento más') ? 2 : 1}`),
    ]
  } finally {
    await db.destroy()
  }
}

const allOrNone = (signatures: number) => ({
  signatures,
  values: signatures / DOCUMENTS,
  signedInLog: signatures,
  togetherInLog: signatures,
  isWhole: true,
  isStored: true,
})

test('a server that dies at a write of an act in two documents signs both or none, and a repetition signs once', async () => {
  const home = await openChildHome('sending')
  let server = await start(home)
  const { access_token: bearer } = await register(server)
  const first = await openAct(home, server, bearer, 'ana')
  const writes = await recorded(home.dataDir, () => ask(server, signSendingCall, first.call))
  const commit = writes.findIndex((point) => /^after begin > .*insert signatures.* > commit$/.test(point))
  const all = distinctPoints(writes.slice(0, commit + 1))
  expect(all.filter((point) => point.includes('put blob')).length).toBeGreaterThanOrEqual(2 * DOCUMENTS)
  expect(all.at(-1)).toMatch(/^after begin > .*insert signatures.* > commit$/)
  const seen = new Set<number>()
  for (const [index, point] of sampleOf(all, 4).entries()) {
    const act = await openAct(home, server, bearer, `persona${index}`)
    await giveOrder(home.dataDir, `kill ${point}`)
    await ask(server, signSendingCall, act.call).catch(() => undefined)
    await server.ended
    await endOrder(home.dataDir)
    const dead = await stateOf(home, act)
    expect([0, DOCUMENTS]).toContain(dead.signatures)
    expect(dead).toEqual(allOrNone(dead.signatures))
    seen.add(dead.signatures)
    server = await start(home)
    const { signatures } = await ask(server, signSendingCall, act.call)
    expect(signatures).toHaveLength(DOCUMENTS)
    expect(await stateOf(home, act)).toEqual(allOrNone(DOCUMENTS))
  }
  expect(seen.has(0)).toBe(true)
  for (const { id } of first.documents) {
    const status = async () => (await ask(server, getFileCall, { bearer, params: { id } })).status
    await untilTrue('the seal', async () => (await status()) === 'COMPLETED')
    await examineServed(server, await download(server, bearer, id), { people: 1, seals: 1, at: Date.now() })
  }
  expect(await server.stop()).toBe(0)
  await home.remove()
})

test('a server that dies while it seals the last document of a sending mails its end once to each person', async () => {
  const home = await openChildHome('sending-end')
  let server = await start(home)
  const { access_token: bearer } = await register(server)
  const sealed = async ({ documents }: OpenAct): Promise<boolean> => {
    const files = await Promise.all(
      documents.map(({ id }) => ask(server, getFileCall, { bearer, params: { id } }).catch(() => undefined)),
    )
    return files.every((file) => file?.status === 'COMPLETED')
  }
  const first = await openAct(home, server, bearer, 'ana')
  const writes = await recorded(home.dataDir, async () => {
    await ask(server, signSendingCall, first.call)
    await untilTrue('the seals', () => sealed(first))
  })
  const ends = distinctPoints(writes.filter((point) => point.includes('insert seals')))
  expect(ends.some((point) => point.includes('insert outbox'))).toBe(true)
  for (const [index, point] of sampleOf(ends, 4).entries()) {
    const act = await openAct(home, server, bearer, `persona${index}`)
    await giveOrder(home.dataDir, `kill ${point}`)
    await ask(server, signSendingCall, act.call).catch(() => undefined)
    await server.ended
    await endOrder(home.dataDir)
    server = await start(home)
    await untilTrue('the seals', () => sealed(act))
    const mails = await finalMails(home, act)
    expect(mails).toHaveLength(3)
    expect(mails.every((mail) => mail.endsWith(' 2'))).toBe(true)
    for (const address of [`persona${index}@example.com`, copyAddress(`persona${index}`)])
      expect(mails.filter((mail) => mail.startsWith(address))).toHaveLength(1)
  }
  expect(await server.stop()).toBe(0)
  await home.remove()
})
