import {
  createFieldCall,
  declineInvitationCall,
  digitalSignCall,
  getFileCall,
  listInvitationsCall,
  seenInvitationCall,
  sendInvitationCall,
  sendPdfEmailCall,
  validateInvitationCall,
} from 'shared/contract'
import { countChanges, eventsOf, FILENAME, type Invited, startAsAna } from '../../../test/support/invited.ts'
import { drawing, invitationToken, inviteSigner, placeField } from '../../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const REASON = 'No acepto la cláusula 4.\nHablemos primero.'

const decline = ({ server }: Invited, bearer: string, fieldId: number, reason = REASON) =>
  succeed(server, declineInvitationCall, { bearer, params: { fieldId }, body: { reason } })

const statusOf = async ({ server, olga, document }: Invited) =>
  succeed(server, getFileCall, { bearer: olga.access_token, params: { id: document.id } })

describe('declining an invitation', () => {
  test('declining cancels the document, ends every link and mails the reason once to each person', async () => {
    const { server, invited, bearer, ana, anasInvitation, mailsOf, lastMail } = await startAsAna()
    const luis = await invited.open('luis@example.com')
    const mails = await mailsOf(async () => {
      expect(await countChanges(invited, () => decline(invited, bearer, ana.id))).toBe(1)
    })
    expect(mails.toSorted()).toEqual([
      'document-declined ana@example.com',
      'document-declined luis@example.com',
      'document-declined olga@example.com',
    ])
    for (const address of ['ana@example.com', 'luis@example.com', 'olga@example.com'])
      expect(lastMail(address)).toContain('> No acepto la cláusula 4.\n> Hablemos primero.')
    expect(lastMail('olga@example.com')).toContain(`Ana Rojas dijo que no firma «${FILENAME}»`)
    expect(lastMail('luis@example.com')).toContain('El enlace de tu invitación dejó de servir.')
    expect(lastMail('ana@example.com')).toContain('Si no fuiste tú')

    expect(await statusOf(invited)).toMatchObject({
      status: 'CANCELLED',
      is_shared: false,
      cancelled: { at: '2026-01-31T18:00:00.000Z', by: 'Ana Rojas', reason: REASON },
    })
    const { id } = await anasInvitation()
    const list = { bearer: invited.olga.access_token, params: { id: invited.document.id } }
    expect(await succeed(server, listInvitationsCall, list)).toMatchObject([
      { state: 'declined', declined: { at: '2026-01-31T18:00:00.000Z', reason: REASON } },
      { state: 'revoked', declined: null },
    ])
    const by = { actor: `guest:${id}`, data: { field: ana.id, reason: REASON } }
    expect(await eventsOf(invited, 'invitation-declined', 'document-cancelled')).toEqual([
      { kind: 'invitation-declined', ...by },
      { kind: 'document-cancelled', ...by },
    ])
    const open = async (address: string) => {
      const query = { token: await invitationToken(server, address) }
      return (await refuse(server, validateInvitationCall, { query })).code
    }
    expect(await open('ana@example.com')).toBe('INVITATION_DECLINED')
    expect(await open('luis@example.com')).toBe('DOCUMENT_CANCELLED')
    expect((await refuse(server, seenInvitationCall, { bearer, params: { fieldId: ana.id }, body: {} })).code).toBe(
      'INVITATION_DECLINED',
    )
    const signing = { params: { fieldId: invited.luis.id }, body: { field_id: 1, signature_data: drawing() } }
    expect((await refuse(server, digitalSignCall, { bearer: luis, ...signing })).code).toBe('DOCUMENT_CANCELLED')
  })

  test('earlier signers get the mail and may request a copy; removed signers get no mail', async () => {
    const { invited, server, bearer, ana, luis, document, olga, mailsOf, lastMail } = await startAsAna()
    const sofia = await placeField(server, olga.access_token, document.id, {
      signer_name: 'Sofía Vega',
      signer_email: 'Sofia@example.com',
    })
    await inviteSigner(server, olga.access_token, sofia)
    await server.relay.tick()
    await invited.sign(await invited.open('sofia@example.com'), sofia)
    await server.relay.tick()
    await server.services.db.updateTable('invitations').set({ revoked_at: 1 }).where('field_id', '=', luis.id).execute()
    expect((await mailsOf(() => decline(invited, bearer, ana.id))).toSorted()).toEqual([
      'document-declined Sofia@example.com',
      'document-declined ana@example.com',
      'document-declined olga@example.com',
    ])
    expect(lastMail('Sofia@example.com')).toContain('Ya habías firmado')
    const copy = { params: { id: document.id }, body: { email: 'sofia@example.com' } }
    await succeed(server, sendPdfEmailCall, copy)
  })

  test('declining sends no mail to an invited person whose invitation was still in the queue', async () => {
    const { invited, server, bearer, ana, document, olga, mailsOf } = await startAsAna()
    const sofia = { signer_name: 'Sofía Vega', signer_email: 'sofia@example.com' }
    await inviteSigner(server, olga.access_token, await placeField(server, olga.access_token, document.id, sofia))
    expect((await mailsOf(() => decline(invited, bearer, ana.id))).filter((mail) => mail.includes('sofia'))).toEqual([])
  })

  test('an owner who is also invited gets one mail', async () => {
    const { invited, server, bearer, ana, document, olga, mailsOf, lastMail } = await startAsAna()
    const own = { signer_name: 'Olga', signer_email: 'OLGA@example.com' }
    await inviteSigner(server, olga.access_token, await placeField(server, olga.access_token, document.id, own))
    await server.relay.tick()
    const mails = await mailsOf(() => decline(invited, bearer, ana.id))
    expect(mails.filter((mail) => /olga/i.test(mail))).toEqual(['document-declined olga@example.com'])
    expect(lastMail('olga@example.com')).toContain('sube el documento otra vez')
  })

  test('the API requires a reason of at most 500 characters', async () => {
    const { server, call } = await startAsAna()
    for (const [reason, message] of [
      ['  ', 'Por favor, escribe el motivo'],
      ['x'.repeat(501), 'El texto debe tener como máximo 500 caracteres'],
    ] as const)
      expect(await refuse(server, declineInvitationCall, { ...call, body: { reason } })).toMatchObject({
        code: 'VALIDATION',
        fields: { reason: message },
      })
  })

  test('the API refuses to decline after the signature or a second time', async () => {
    const { invited, server, bearer, call, ana } = await startAsAna()
    await invited.sign(bearer, ana)
    const body = { reason: REASON }
    expect((await refuse(server, declineInvitationCall, { ...call, body })).code).toBe('FIELD_SIGNED')
    const luis = await invited.open('luis@example.com')
    await decline(invited, luis, invited.luis.id)
    const again = { bearer: luis, params: { fieldId: invited.luis.id }, body }
    expect((await refuse(server, declineInvitationCall, again)).code).toBe('INVITATION_DECLINED')
  })

  test('of two simultaneous declines, one cancels the document and the other gets 410', async () => {
    const { invited, server, bearer, ana, luis } = await startAsAna()
    const other = await invited.open('luis@example.com')
    const ask = (guest: string, fieldId: number) =>
      server.app.inject({
        method: 'POST',
        url: `/home/api/signature-fields/${fieldId}/decline/`,
        headers: { authorization: `Bearer ${guest}` },
        payload: { reason: REASON },
      })
    const answers = await Promise.all([ask(bearer, ana.id), ask(other, luis.id)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410])
    expect(await eventsOf(invited, 'document-cancelled')).toHaveLength(1)
  })

  test('after a decline the API refuses invitations and new fields', async () => {
    const { invited, server, bearer, ana, olga, document } = await startAsAna()
    await decline(invited, bearer, ana.id)
    const body = {
      email: ana.signer_email,
      signer_name: '',
      document_url: '',
      field_id: ana.id,
      field_coordinates: null,
    }
    const own = { bearer: olga.access_token, params: { id: document.id } }
    expect((await refuse(server, sendInvitationCall, { ...own, body })).code).toBe('DOCUMENT_CANCELLED')
    const field = {
      field_id: 'nuevo',
      field_type: 'PRIMARY',
      signer_name: 'Olga',
      signer_email: '',
      user_file_id: document.id,
    } as const
    expect((await refuse(server, createFieldCall, { bearer: olga.access_token, body: field })).code).toBe(
      'DOCUMENT_CANCELLED',
    )
  })
})
