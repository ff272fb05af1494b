import {
  cancelDocumentCall,
  declineInvitationCall,
  deleteFieldCall,
  deleteFileCall,
  getFileCall,
  type UserFile,
} from 'shared/contract'
import { retrySealingCall } from 'shared/contract/sealing'
import {
  actOn,
  openAsInvited,
  type SentSending,
  signAs,
  startSending,
  startSentSending,
} from '../../../test/support/sendings.ts'
import { closeTestServers, succeed } from '../../../test/support/test-server.ts'
import { furtherAttachments } from '../../platform/mail/transport.ts'
import { SEAL_ATTEMPTS_MAX } from '../jobs/seal-constants.ts'
import { sealPause } from '../jobs/seal-jobs.ts'
import { MAIL_FILES_MAX } from './announce-sending.ts'

afterEach(closeTestServers)

const ANAS = 'ana@example.com'
const LUISS = 'luis@example.com'

const isFinal = ({ mail }: SentSending['server']['delivered'][number]): boolean => mail.kind === 'document-completed'

/** Of each final mail: address, subject, files. */
const finalMails = async ({ server }: Pick<SentSending, 'server'>) => {
  await server.relay.tick()
  return server.delivered
    .filter(isFinal)
    .map(({ mail }) => [
      mail.to_address.split('@')[0],
      mail.subject,
      [mail.attachment_name ?? '', ...furtherAttachments(mail).map(({ filename }) => filename)].join(' '),
    ])
    .toSorted()
}

const lastTo = ({ server }: SentSending, address: string): string =>
  server.delivered.filter(isFinal).findLast(({ mail }) => mail.to_address === address)?.mail.text_body ?? ''

const current = ({ server, bearer }: Pick<SentSending, 'server' | 'bearer'>, documents: readonly UserFile[]) =>
  Promise.all(documents.map(({ id }) => succeed(server, getFileCall, { bearer, params: { id } })))

test('each recipient gets one mail with the files that they signed, when the last document is complete', async () => {
  const sent = await startSentSending()
  await signAs(sent, await sent.open(ANAS), actOn(sent.documents))
  expect((await current(sent, sent.documents)).map(({ status }) => status)).toEqual([
    'PROCESSING',
    'PROCESSING',
    'COMPLETED',
  ])
  expect(await finalMails(sent)).toEqual([])
  await signAs(sent, await sent.open(LUISS), actOn(await current(sent, sent.documents.slice(0, 2))))
  const all = 'Contrato.pdf Inventario.pdf Reglamento.pdf'
  expect(await finalMails(sent)).toEqual([
    ['ana', '«Contrato.pdf» y 2 documentos más están firmados por todas las personas', all],
    ['luis', '«Contrato.pdf» y 1 documento más están firmados por todas las personas', 'Contrato.pdf Inventario.pdf'],
    ['olga', '«Contrato.pdf» y 2 documentos más están firmados por todas las personas', all],
  ])
  expect(lastTo(sent, LUISS)).not.toContain('Reglamento.pdf')
  expect(lastTo(sent, ANAS)).toContain('Firmado por Ana Rojas y Luis Mata')
  const files = await current(sent, sent.documents)
  const [mail] = sent.server.delivered.filter(isFinal).filter((one) => one.mail.to_address === ANAS)
  expect([
    mail?.mail.attachment_sha256,
    ...(mail ? furtherAttachments(mail.mail) : []).map(({ sha256 }) => sha256),
  ]).toEqual(files.map(({ sha256 }) => sha256))
  expect(mail?.further?.map(({ bytes }) => Buffer.from(bytes).subarray(0, 5).toString())).toEqual(['%PDF-', '%PDF-'])
})

test('a document that ended otherwise is named to those who knew of it, and holds nothing up', async () => {
  const sent = await startSentSending()
  const { server, bearer, documents, luis } = sent
  await signAs(sent, await sent.open(ANAS), actOn(documents))
  const { access_token } = await sent.open(LUISS)
  await succeed(server, declineInvitationCall, {
    bearer: access_token,
    params: { fieldId: luis[0].id },
    body: { reason: 'No es mi contrato.' },
  })
  expect(await finalMails(sent)).toEqual([])
  await succeed(server, cancelDocumentCall, { bearer, params: { id: documents[1].id }, body: {} })
  expect(await finalMails(sent)).toEqual([
    ['ana', 'Terminó el envío de «Reglamento.pdf» y 2 documentos más: 1 firmado de 3', 'Reglamento.pdf'],
    ['olga', 'Terminó el envío de «Reglamento.pdf» y 2 documentos más: 1 firmado de 3', 'Reglamento.pdf'],
  ])
  expect(lastTo(sent, ANAS)).toContain('Se canceló: no quedó firmado por todas las personas.')
})

test('someone who never knew of a cancelled document is not told its name', async () => {
  const sent = await startSentSending()
  const { server, bearer, documents } = sent
  await signAs(sent, await sent.open(LUISS), actOn(documents.slice(0, 2)))
  await succeed(server, cancelDocumentCall, { bearer, params: { id: documents[2].id }, body: {} })
  await signAs(sent, await sent.open(ANAS), actOn(await current(sent, documents.slice(0, 2))))
  const mails = await finalMails(sent)
  expect(mails.map(([to]) => to)).toEqual(['ana', 'luis', 'olga'])
  expect(mails[1]?.[1]).toBe('«Contrato.pdf» y 1 documento más están firmados por todas las personas')
  expect(lastTo(sent, LUISS)).not.toContain('Reglamento.pdf')
  expect(lastTo(sent, ANAS)).toContain('Reglamento.pdf')
})

test('deleting the last pending document sends what was held, and nothing is sent if no document is complete', async () => {
  const sent = await startSentSending()
  const { server, bearer, documents } = sent
  await signAs(sent, await sent.open(ANAS), actOn(documents))
  for (const { id } of documents.slice(0, 2)) await succeed(server, deleteFileCall, { bearer, params: { id } })
  expect(await finalMails(sent)).toEqual([
    ['ana', '«Reglamento.pdf» está firmado por todas las personas', 'Reglamento.pdf'],
    ['olga', '«Reglamento.pdf» está firmado por todas las personas', 'Reglamento.pdf'],
  ])
  const other = await startSentSending()
  for (const { id } of other.documents)
    await succeed(other.server, cancelDocumentCall, { bearer: other.bearer, params: { id }, body: {} })
  expect(await finalMails(other)).toEqual([])
})

test('a document whose seal fails does not hold up the others, and is sent alone once a retry seals it', async () => {
  const sent = await startSentSending()
  const { server, bearer, documents } = sent
  await signAs(sent, await sent.open(LUISS), actOn(documents.slice(0, 2)))
  const seal = server.services.signer.seal.bind(server.services.signer)
  let refused = 0
  const broken = jest.spyOn(server.services.signer, 'seal').mockImplementation((wanted) => {
    refused += 1
    return refused === 1 || refused > 3 ? Promise.reject(new Error('unavailable')) : seal(wanted)
  })
  await signAs(sent, await sent.open(ANAS), actOn(await current(sent, documents)))
  for (let attempt = 2; attempt <= SEAL_ATTEMPTS_MAX; attempt += 1) {
    expect(await finalMails(sent)).toEqual([])
    server.clock.advance(sealPause(attempt))
    await server.sealing.tick()
  }
  const statuses = (await current(sent, documents)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual(['COMPLETED', 'COMPLETED', 'FAILED'])
  const failed = documents[statuses.indexOf('FAILED')]
  const before = await finalMails(sent)
  expect(before.map(([to]) => to)).toEqual(expect.arrayContaining(['ana', 'olga']))
  expect(before.every(([, , files]) => !files?.includes(failed?.original_filename ?? ''))).toBe(true)
  expect(lastTo(sent, 'olga@example.com')).toContain('todavía no se pudo terminar')
  broken.mockRestore()
  await succeed(server, retrySealingCall, { bearer, params: { id: failed?.id ?? 0 }, body: {} })
  const after = (await finalMails(sent)).filter((mail) => !before.some((one) => one.join() === mail.join()))
  expect(after).toContainEqual([
    'olga',
    `«${failed?.original_filename}» está firmado por todas las personas`,
    failed?.original_filename,
  ])
})

test('files that do not fit into one mail have links, each recipient their own', async () => {
  const sent = await startSentSending()
  const { db } = sent.server.services
  await signAs(sent, await sent.open(ANAS), actOn(sent.documents))
  const third = sent.documents[2].id
  await db.updateTable('revisions').set({ size: MAIL_FILES_MAX }).where('document_id', '=', third).execute()
  await signAs(sent, await sent.open(LUISS), actOn(await current(sent, sent.documents.slice(0, 2))))
  expect((await finalMails(sent)).map(([to, , files]) => [to, files])).toEqual([
    ['ana', 'Contrato.pdf Inventario.pdf'],
    ['luis', 'Contrato.pdf Inventario.pdf'],
    ['olga', 'Contrato.pdf Inventario.pdf'],
  ])
  expect(lastTo(sent, ANAS)).toMatch(/Descargar el documento 3:?\s+\S+\/sign\/\d+\/\S+token=/)
  expect(lastTo(sent, 'olga@example.com')).toContain('Descargar el documento 3')
  expect(lastTo(sent, 'olga@example.com')).not.toContain('token=')
})

test('a document that asks no one holds nothing up', async () => {
  const started = await startSending()
  const { server, bearer, documents, anas, luis } = started
  await succeed(server, deleteFieldCall, { bearer, params: { id: anas[2].id } })
  const ana = await openAsInvited(server, bearer, anas[0])
  const guest = await openAsInvited(server, bearer, luis[0])
  await signAs(started, ana, actOn(documents.slice(0, 2)))
  await signAs(started, guest, actOn(await current(started, documents.slice(0, 2))))
  expect((await finalMails(started)).map(([to, , files]) => [to, files])).toEqual(
    ['ana', 'luis', 'olga'].map((to) => [to, 'Contrato.pdf Inventario.pdf']),
  )
})
