import { createHash } from 'node:crypto'
import { onePage, streamOf, textPdf } from 'pdf/testing/node'
import {
  answerProposalCall,
  cancelDocumentCall,
  declineInvitationCall,
  deleteFieldCall,
  deleteFileCall,
  digitalSignCall,
  forwardInvitationCall,
  remindCall,
  revokeInvitationCall,
  seenInvitationCall,
  shareFileCall,
  silenceRemindersCall,
  startAgentSessionCall,
  unshareFileCall,
} from 'shared/contract'
import { CONSENT_VERSION, consents } from 'shared/contract/consent'
import { verifyLog } from 'shared/contract/evidence-log'
import { setSigningOrderCall } from 'shared/contract/signing-order'
import { type Invited, startInvited } from '../../../test/support/invited.ts'
import { cedula, drawing, inviteSigner, placeField, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { UndeliverableError } from '../../platform/mail/transport.ts'
import { auditKinds } from './kinds.ts'
import { readLog } from './read-log.ts'

afterEach(closeTestServers)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const elsewhere = [
  'sent-together',
  'signed-together',
  'copy-sent',
  'document-approved',
  'document-rejected',
  'alternate-added',
  'alternate-removed',
  'alternate-declined',
  'participant-added',
  'participant-changed',
  'participant-removed',
  'invitation-opened',
  'question-asked',
  'question-answered',
  'reading-confirmed',
  'removal-asked',
  'document-cleaned',
  'document-opened',
  'document-annotated',
  'document-renewed',
  'deadline-changed',
  'document-expired',
  'form-field-changed',
  'form-field-created',
  'form-field-deleted',
  'form-filled',
  'invitation-address-corrected',
  'invitation-link-given',
  'log-authenticated',
  'mode-changed',
  'sealing-failed',
  'sealing-retried',
]

const undeliverable = async (): Promise<never> => {
  throw new UndeliverableError('550 no such mailbox')
}

const proposeTwice = async (invited: Invited, bearer: string): Promise<void> => {
  const { server, document, ana } = invited
  const body = { name: 'Carmen Solís', email: 'carmen@example.com', note: '' }
  for (const accepted of [false, true]) {
    await succeed(server, forwardInvitationCall, { bearer, params: { fieldId: ana.id }, body })
    const { id: invitationId } = await invited.anasInvitation()
    const params = { id: document.id, invitationId }
    await succeed(server, answerProposalCall, { bearer: await invited.owner(), params, body: { accepted } })
  }
}

const signAfterAll = async (invited: Invited): Promise<void> => {
  const { server, document, ana, luis } = invited
  const params = { id: document.id }
  const first = await invited.open('ana@example.com')
  await succeed(server, seenInvitationCall, { bearer: first, params: { fieldId: ana.id }, body: {} })
  for (const silenced of [true, false])
    await succeed(server, silenceRemindersCall, { bearer: first, params: { fieldId: ana.id }, body: { silenced } })
  server.clock.advance(2 * DAY_MS)
  const { id: invitationId } = await invited.anasInvitation()
  const bearer = await invited.owner()
  await succeed(server, remindCall, { bearer, params: { ...params, invitationId }, body: {} })
  await proposeTwice(invited, await invited.open('ana@example.com'))
  const spare = await placeField(server, await invited.owner(), document.id, { signer_email: 'otro@example.com' })
  await succeed(server, deleteFieldCall, { bearer: await invited.owner(), params: { id: spare.id } })
  const steps = [[ana.id], [luis.id]]
  await succeed(server, setSigningOrderCall, {
    bearer: await invited.owner(),
    params,
    body: { mode: 'ordered', steps },
  })
  for (const [address, field] of [
    ['carmen@example.com', ana],
    ['luis@example.com', luis],
  ] as const) {
    const guest = await invited.open(address)
    await server.app.inject({
      method: 'GET',
      url: `/home/api/files/${document.id}/public_download`,
      headers: { authorization: `Bearer ${guest}`, 'user-agent': 'Navegador de prueba' },
    })
    const body = {
      field_id: field.id,
      signature_data: drawing(),
      identification: cedula,
      consent: CONSENT_VERSION,
    }
    await succeed(server, digitalSignCall, { bearer: guest, params: { fieldId: field.id }, body })
  }
  await server.completion.tick()
  await server.relay.tick()
}

const otherEnds = async (invited: Invited): Promise<number[]> => {
  const { server } = invited
  const bearer = await invited.owner()
  const start = async (email: string) => {
    const document = await uploadDocument(server, bearer)
    const field = await placeField(server, bearer, document.id, { signer_email: email })
    await inviteSigner(server, bearer, field)
    return { document, field, params: { id: document.id } }
  }
  const declined = await start('eva@example.com')
  const eva = await invited.open('eva@example.com')
  await succeed(server, declineInvitationCall, {
    bearer: eva,
    params: { fieldId: declined.field.id },
    body: { reason: 'No es mío' },
  })
  const revoked = await start('ivo@example.com')
  const { id: invitationId } = await server.services.db
    .selectFrom('invitations')
    .select('id')
    .where('document_id', '=', revoked.document.id)
    .executeTakeFirstOrThrow()
  await succeed(server, revokeInvitationCall, { bearer, params: { ...revoked.params, invitationId } })
  await succeed(server, shareFileCall, { bearer, params: revoked.params, body: { mode: 'sign' } })
  const body = { user_file_id: revoked.document.id, field_id: null, identification: cedula, name: 'Luz', email: '' }
  await succeed(server, startAgentSessionCall, { body })
  await succeed(server, unshareFileCall, { bearer, params: revoked.params })
  await succeed(server, cancelDocumentCall, { bearer, params: revoked.params, body: { reason: 'Ya no hace falta' } })
  await succeed(server, deleteFileCall, { bearer, params: revoked.params })
  return [declined.document.id, revoked.document.id]
}

test('a full signing process records every kind of entry except those of other tests, in valid chains', async () => {
  const invited = await startInvited()
  const { db } = invited.server.services
  await signAfterAll(invited)
  const others = await otherEnds(invited)
  const failing = await startInvited({ transport: undeliverable })
  const damaged = textPdf([...onePage('', '/Contents 4 0 R'), streamOf('0 0 9 9 re f')], { damaged: true })
  const { id: repaired } = await uploadDocument(invited.server, await invited.owner(), damaged)
  const logs = [
    await readLog(db, repaired),
    await readLog(db, invited.document.id),
    ...(await Promise.all(others.map((id) => readLog(db, id)))),
    await readLog(failing.server.services.db, failing.document.id),
  ]
  for (const log of logs) expect((await verifyLog(log, sha256)).kind).toBe('whole')
  const recorded = new Set(logs.flat().map(({ kind }) => kind))
  expect([...recorded, ...elsewhere].sort()).toEqual(Object.keys(auditKinds).sort())
})

test('the log records the consent word for word between the signer’s identification and signature', async () => {
  const invited = await startInvited()
  await signAfterAll(invited)
  const log = await readLog(invited.server.services.db, invited.document.id)
  const at = log.findIndex(({ kind }) => kind === 'signer-agreed')
  expect(log.slice(at - 1, at + 2).map(({ kind }) => kind)).toEqual([
    'signer-identified',
    'signer-agreed',
    'field-signed',
  ])
  const text = consents[CONSENT_VERSION]
  expect(JSON.parse(log[at]?.data ?? '')).toEqual({ version: CONSENT_VERSION, text, text_sha256: sha256(text) })
  expect(new Set(log.slice(at - 1, at + 2).map(({ actor }) => actor)).size).toBe(1)
  const downloads = log.filter(({ kind }) => kind === 'document-downloaded')
  expect(downloads.map(({ user_agent }) => user_agent)).toEqual(['Navegador de prueba', 'Navegador de prueba'])
})

test('the API refuses a signature with an unknown consent version', async () => {
  const invited = await startInvited()
  const bearer = await invited.open('ana@example.com')
  const body = { field_id: invited.ana.id, signature_data: drawing(), consent: '999' }
  const params = { fieldId: invited.ana.id }
  expect(await refuse(invited.server, digitalSignCall, { bearer, params, body })).toMatchObject({ status: 400 })
})

test('the audit log contains no token, token hash or drawing', async () => {
  const invited = await startInvited()
  await signAfterAll(invited)
  const { db } = invited.server.services
  const text = JSON.stringify(await readLog(db, invited.document.id))
  for (const { token_hash } of await db.selectFrom('invitations').select('token_hash').execute())
    expect(text).not.toContain(token_hash)
  for (const { text_body } of await db.selectFrom('outbox').select('text_body').execute())
    for (const [, token = ''] of text_body.matchAll(/token=([\w-]{20,})/g)) expect(text).not.toContain(token)
  expect(text).not.toContain('data:image')
})
