import { randomUUID } from 'node:crypto'
import {
  type BodyOf,
  cancelDocumentCall,
  deleteFieldCall,
  digitalSignCall,
  findFilesCall,
  getFileCall,
  listInvitationsCall,
  remindCall,
  validateInvitationCall,
} from 'shared/contract'
import {
  aboutAna,
  countChanges,
  eventsOf,
  FILENAME,
  type Invited,
  startInvited,
} from '../../../test/support/invited.ts'
import {
  drawing,
  invitationToken,
  inviteSigner,
  placeField,
  registerPerson,
  stated,
} from '../../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

describe('cancelling a document', () => {
  const cancel = async ({ server, document, owner }: Invited, body: BodyOf<typeof cancelDocumentCall> = {}) =>
    succeed(server, cancelDocumentCall, { bearer: await owner(), params: { id: document.id }, body })

  test('cancelling closes open links and sends one mail to each invited or finished signer', async () => {
    const invited = await startInvited()
    const { server, olga, document, mailsOf, lastMail } = invited
    await invited.sign(await invited.open('luis@example.com'), invited.luis)
    await server.relay.tick()
    const bearer = await invited.open('ana@example.com')
    const reason = 'Cambió el precio.'
    const work = () => cancel(invited, { reason })
    const mails = await mailsOf(async () => expect(await countChanges(invited, work)).toBe(1))
    expect(mails.toSorted()).toEqual(['document-cancelled ana@example.com', 'document-cancelled luis@example.com'])
    expect(lastMail('ana@example.com')).toContain(`María José Núñez canceló la firma de «${FILENAME}»`)
    expect(lastMail('ana@example.com')).toContain('> Cambió el precio.')
    expect(lastMail('ana@example.com')).toContain('El enlace de tu invitación dejó de servir.')
    expect(lastMail('luis@example.com')).toContain('Ya habías firmado')

    const own = { bearer: olga.access_token, params: { id: document.id } }
    expect(await succeed(server, getFileCall, own)).toMatchObject({
      status: 'CANCELLED',
      is_shared: false,
      fields_signed: 1,
      cancelled: { at: '2026-01-31T18:00:00.000Z', by: null, reason },
    })
    const cancelled = await succeed(server, findFilesCall, { ...own, query: { status: 'CANCELLED' } })
    expect(cancelled.documents).toHaveLength(1)
    expect(await succeed(server, listInvitationsCall, own)).toMatchObject([{ state: 'revoked' }, { state: 'signed' }])
    const linkOf = async (address: string) => ({ query: { token: await invitationToken(server, address) } })
    const anas = await refuse(server, validateInvitationCall, await linkOf('ana@example.com'))
    expect(anas.code).toBe('DOCUMENT_CANCELLED')
    const luis = await succeed(server, validateInvitationCall, await linkOf('luis@example.com'))
    expect(luis.signature_field.is_signed).toBe(true)
    const signing = { params: { fieldId: invited.ana.id }, body: { field_id: 1, signature_data: drawing() } }
    expect((await refuse(server, digitalSignCall, { bearer, ...signing })).code).toBe('DOCUMENT_CANCELLED')
    expect(await eventsOf(invited, 'document-cancelled')).toEqual([
      { kind: 'document-cancelled', actor: `user:${olga.user.id}`, data: { reason } },
    ])
    expect((await refuse(server, remindCall, { ...(await aboutAna(invited)), body: {} })).code).toBe(
      'DOCUMENT_CANCELLED',
    )
  })

  test('without a reason the mail quotes none, and a repeated cancellation changes nothing', async () => {
    const invited = await startInvited()
    expect(await invited.mailsOf(() => cancel(invited))).toHaveLength(2)
    expect(invited.lastMail('ana@example.com')).not.toContain('motivo')
    const again = () => cancel(invited, { reason: 'otra vez' })
    const mails = await invited.mailsOf(async () => expect(await countChanges(invited, again)).toBe(0))
    expect(mails).toEqual([])
  })

  test('cancelling sends no mail to an owner who has signed', async () => {
    const invited = await startInvited()
    const { server, olga, document } = invited
    const own = await placeField(server, olga.access_token, document.id, { field_type: 'PRIMARY' })
    await invited.sign(olga.access_token, own, stated(document))
    await server.relay.tick()
    const mails = await invited.mailsOf(() => cancel(invited))
    expect(mails.toSorted()).toEqual(['document-cancelled ana@example.com', 'document-cancelled luis@example.com'])
  })

  test('cancelling stops invitations that are not sent yet', async () => {
    const invited = await startInvited()
    await inviteSigner(invited.server, invited.olga.access_token, invited.ana)
    const mails = await invited.mailsOf(() => cancel(invited))
    // Ana received an earlier invitation.
    expect(mails.toSorted()).toEqual(['document-cancelled ana@example.com', 'document-cancelled luis@example.com'])
  })

  test('after cancelling, the owner can neither sign nor remove a field, and a repeated signature request succeeds', async () => {
    const invited = await startInvited()
    const { server, olga, document, ana, luis } = invited
    const bearer = olga.access_token
    const own = await placeField(server, bearer, document.id, { field_type: 'PRIMARY' })
    const guest = await invited.open('luis@example.com')
    const body = { field_id: luis.id, signature_data: drawing(), idempotency_key: randomUUID() }
    const signing = { bearer: guest, params: { fieldId: luis.id }, body }
    const signed = await succeed(server, digitalSignCall, signing)
    await cancel(invited)
    expect(await succeed(server, digitalSignCall, signing)).toEqual(signed)
    const mine = { params: { fieldId: own.id }, body: { field_id: own.id, signature_data: drawing() } }
    expect((await refuse(server, digitalSignCall, { bearer, ...mine })).code).toBe('DOCUMENT_CANCELLED')
    expect((await refuse(server, deleteFieldCall, { bearer, params: { id: ana.id } })).code).toBe('DOCUMENT_CANCELLED')
  })

  test('the API refuses to cancel a document that everyone has signed or that another user owns', async () => {
    const invited = await startInvited()
    const { server, document } = invited
    const { access_token: stranger } = await registerPerson(server, 'pedro')
    const call = { params: { id: document.id }, body: {} }
    expect((await refuse(server, cancelDocumentCall, { ...call, bearer: stranger })).status).toBe(404)
    await invited.sign(await invited.open('luis@example.com'), invited.luis)
    await invited.sign(await invited.open('ana@example.com'), invited.ana)
    expect(await refuse(server, cancelDocumentCall, { ...call, bearer: await invited.owner() })).toMatchObject({
      status: 409,
      code: 'DOCUMENT_FINISHED',
    })
  })
})
