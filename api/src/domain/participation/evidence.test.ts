import { hasTool, pdfsig, runOn, testWith } from 'pdf/testing/node'
import { type Call, digitalSignCall, downloadFileCall } from 'shared/contract'
import { signerCopyCall, signerRemovalCall } from 'shared/contract/accounts'
import { completionCertificateCall } from 'shared/contract/evidence'
import {
  approveDocumentCall,
  confirmReadingCall,
  rejectDocumentCall,
  seenDocumentCall,
} from 'shared/contract/participation'
import { setSigningOrderCall } from 'shared/contract/signing-order'
import { type Invited, startInvited } from '../../../test/support/invited.ts'
import { asParticipant, type InvitedParticipant, inviteTo } from '../../../test/support/participation.ts'
import { drawing, placeField, stated } from '../../../test/support/people.ts'
import { readArchive } from '../../../test/support/read-archive.ts'
import { closeTestServers, pathOf, succeed } from '../../../test/support/test-server.ts'
import { addWebhook, openReceiver } from '../../../test/support/webhook-receiver.ts'
import { readLog } from '../audit/read-log.ts'

afterEach(closeTestServers)

const approver = { kind: 'visto_bueno', name: 'Vera Bueno', email: 'vera@example.com' } as const
const reader = { kind: 'lectura', name: 'Lea Reyes', email: 'lea@example.com' } as const
const copy = { kind: 'copia', name: 'Cora Pérez', email: 'cora@example.com', copy_when: 'completed' } as const

const answerAs = async (invited: Invited, person: InvitedParticipant): Promise<void> => {
  const call = await asParticipant(invited, person)
  const body = { document_sha256: invited.document.sha256 }
  if (person.kind === 'visto_bueno') await succeed(invited.server, approveDocumentCall, { ...call, body })
  else {
    await succeed(invited.server, seenDocumentCall, { ...call, body: {} })
    await succeed(invited.server, confirmReadingCall, { ...call, body })
  }
}

const fetchPdf = async ({ server, owner, document }: Invited, call: Call) => {
  const headers = { authorization: `Bearer ${await owner()}` }
  const response = await server.app.inject({ method: 'GET', url: pathOf(call, { id: document.id }), headers })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.rawPayload
}

const textOf = (pdf: Uint8Array): string => runOn(pdf, 'pdftotext', ['-layout'], ['-']).output.replaceAll(/\s+/g, ' ')

/** The owner signs first, then Vera approves, then Ana and Luis sign; Lea reads in between. */
const signInSteps = async (invited: Invited): Promise<void> => {
  const { server, document, ana, luis } = invited
  const own = await placeField(server, await invited.owner(), document.id, { field_type: 'PRIMARY' })
  const steps = [[own.id], [ana.id, luis.id]]
  const params = { id: document.id }
  await succeed(server, setSigningOrderCall, {
    bearer: await invited.owner(),
    params,
    body: { mode: 'ordered', steps },
  })
  const vera = await inviteTo(invited, { ...approver, before_step: 2 })
  const [lea] = [await inviteTo(invited, reader), await inviteTo(invited, copy)]
  await succeed(server, digitalSignCall, {
    bearer: await invited.owner(),
    params: { fieldId: own.id },
    body: { field_id: own.id, signature_data: drawing(), ...stated(document) },
  })
  await server.relay.tick()
  const token = new URL(/https?:\S+participantId=\d+/.exec(invited.lastMail('vera@example.com'))?.[0] ?? '')
    .searchParams
  await answerAs(invited, { ...vera, token: token.get('token') ?? '' })
  await invited.sign(await invited.open('ana@example.com'), ana)
  await answerAs(invited, lea)
  await invited.sign(await invited.open('luis@example.com'), luis)
}

testWith(
  ['pdftotext'],
  'three signatures with an approval in between: all valid, and the certificate shows all who took part',
  async () => {
    const invited = await startInvited()
    await signInSteps(invited)
    const { server, document } = invited
    const pdf = await fetchPdf(invited, downloadFileCall)
    // pdfsig does not know the time stamp that seals the document.
    if (hasTool('pdfsig')) expect(pdfsig(pdf).map(({ valid }) => valid)).toEqual([true, true, true, false])
    const kinds = await server.services.db
      .selectFrom('revisions')
      .select('kind')
      .where('document_id', '=', document.id)
      .orderBy('number')
      .execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(['uploaded', 'prepared', 'signed', 'signed', 'signed', 'sealed'])
    const text = textOf(await fetchPdf(invited, completionCertificateCall))
    for (const expected of [
      'Vistos buenos, lecturas y copias',
      'Vera Bueno <vera@example.com>',
      'Dio su visto bueno: 2026-01-31',
      'Lea Reyes <lea@example.com>',
      'Confirmó que leyó el documento: 2026-01-31',
      'cora@example.com',
      'Se le envió una copia: 2026-01-31',
      'ana@example.com',
      'luis@example.com',
      `Documento mostrado: SHA-256 ${document.sha256.slice(0, 16)}`,
    ])
      expect(text).toContain(expected)
    const log = await readLog(server.services.db, document.id)
    const order = [
      'field-signed',
      'document-approved',
      'field-signed',
      'reading-confirmed',
      'field-signed',
      'copy-sent',
    ]
    expect(log.map(({ kind }) => kind).filter((kind) => order.includes(kind))).toEqual(order)
  },
)

test('webhooks name the person without a field, and what they are asked for', async () => {
  const receiver = await openReceiver()
  const invited = await startInvited({ variables: { WEBHOOK_LOCAL: '1' } })
  const { server } = invited
  const events = ['participant.approved', 'participant.read', 'participant.copied', 'participant.rejected'] as const
  await addWebhook(server, { bearer: await invited.owner(), url: receiver.url, events: [...events] })
  const people = [await inviteTo(invited, reader), await inviteTo(invited, approver)]
  await inviteTo(invited, { ...copy, copy_when: 'sent' })
  for (const person of people) await answerAs(invited, person)
  const other = await inviteTo(invited, { ...approver, email: 'otra@example.com' })
  const refusal = { ...(await asParticipant(invited, other)), body: { reason: 'Falta el anexo' } }
  await succeed(server, rejectDocumentCall, refusal)
  await server.webhooks.tick()
  const bodies = receiver.received.map(({ body }) => JSON.parse(body))
  expect(bodies.map(({ type, data }) => `${type} ${data.participant.kind} ${data.participant.email}`).sort()).toEqual([
    'participant.approved visto_bueno vera@example.com',
    'participant.copied copia cora@example.com',
    'participant.read lectura lea@example.com',
    'participant.rejected visto_bueno otra@example.com',
  ])
  await receiver.close()
})

describe('a participant without a field', () => {
  const copyOf = async ({ server }: Invited, token: string) => {
    const answer = await server.app.inject({ method: 'POST', url: signerCopyCall.path, payload: { token } })
    return readArchive(answer.rawPayload)
  }

  test('gets a copy of what is recorded about them, and nothing about others', async () => {
    const invited = await startInvited()
    const lea = await inviteTo(invited, { ...reader, note: 'Para tu expediente' })
    await answerAs(invited, lea)
    const files = await copyOf(invited, lea.token)
    const facts = new TextDecoder().decode(files.get('datos.json'))
    expect(facts).toContain('Para tu expediente')
    expect(facts).toContain('reading-confirmed')
    expect(facts).not.toMatch(/ana@example|luis@example/)
  })

  test('is forgotten on request before the answer, and kept as evidence after it', async () => {
    const invited = await startInvited()
    const { server, document } = invited
    const [lea, vera] = [await inviteTo(invited, reader), await inviteTo(invited, approver)]
    await answerAs(invited, vera)
    const ask = (token: string) => succeed(server, signerRemovalCall, { body: { token } })
    expect(await ask(lea.token)).toMatchObject({ outcome: 'removed' })
    expect(await ask(vera.token)).toMatchObject({ outcome: 'kept' })
    const rows = await server.services.db
      .selectFrom('participants')
      .select(['name', 'email'])
      .where('document_id', '=', document.id)
      .where('kind', '<>', 'firma')
      .orderBy('added_at')
      .execute()
    expect(rows).toEqual([
      { name: 'Firmante retirado', email: '' },
      { name: vera.name, email: vera.email },
    ])
  })
})
