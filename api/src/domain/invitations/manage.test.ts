import {
  deleteFieldCall,
  digitalSignCall,
  getFieldCall,
  listInvitationsCall,
  revokeInvitationCall,
  validateInvitationCall,
} from 'shared/contract'
import { loginCall } from 'shared/contract/accounts'
import {
  becomeGuest,
  drawing,
  invitationToken,
  inviteSigner,
  PASSWORD,
  placeField,
  registerPerson,
  uploadDocument,
} from '../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServerOptions,
} from '../../../test/support/test-server.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'
import { UndeliverableError } from '../../platform/mail/transport.ts'

afterEach(closeTestServers)

const start = async (options: TestServerOptions = {}) => {
  const server = await openTestServer(options)
  const { access_token: bearer, user } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  const ana = await placeField(server, bearer, document.id)
  const luis = { signer_name: 'Luis Mata', signer_email: 'luis@example.com', page: 2 }
  const second = await placeField(server, bearer, document.id, luis)
  const params = { id: document.id }
  const list = () => succeed(server, listInvitationsCall, { bearer, params })
  const revoke = (invitationId: number) =>
    succeed(server, revokeInvitationCall, { bearer, params: { ...params, invitationId } })
  return { server, bearer, user, document, ana, second, params, list, revoke }
}

describe('the list of invitations', () => {
  test('the list shows the newest invitation of each field with its state, expiry and mail delivery', async () => {
    const { server, bearer, ana, second, list, params } = await start()
    expect(await list()).toEqual([])
    await inviteSigner(server, bearer, second)
    await inviteSigner(server, bearer, ana)
    await inviteSigner(server, bearer, ana)
    const queued = { state: 'queued', sent_at: null, reason: null }
    const standing = {
      state: 'standing',
      invited_at: '2026-01-31T18:00:00.000Z',
      expires_at: '2026-03-02T18:00:00.000Z',
      seen_at: null,
      reminders: { sent: 0, last_at: null, next_at: null, silenced: false },
      declined: null,
      waits: false,
      proposal: null,
    }
    expect(await list()).toEqual([
      { id: expect.any(Number), field_id: ana.id, email: 'ana@example.com', ...standing, delivery: queued },
      { id: expect.any(Number), field_id: second.id, email: 'luis@example.com', ...standing, delivery: queued },
    ])
    server.clock.advance(MINUTE_MS)
    await server.relay.tick()
    const sent = { state: 'sent', sent_at: '2026-01-31T18:01:00.000Z', reason: null }
    expect((await list()).map(({ delivery }) => delivery)).toEqual([sent, sent])
    server.clock.advance(30 * DAY_MS)
    const again = await succeed(server, loginCall, { body: { username: 'olga', password: PASSWORD } })
    const expired = await succeed(server, listInvitationsCall, { bearer: again.access_token, params })
    expect(expired.map(({ state }) => state)).toEqual(['expired', 'expired'])
  })

  test('the list shows why a mail could not be delivered, without the words of the mail server', async () => {
    const errors = [new Error('connect ETIMEDOUT 10.0.0.7:25'), new UndeliverableError('550 5.1.1 <ana@mx.intern> no')]
    const transport = async () => {
      throw errors.shift() ?? new Error('one too many')
    }
    const { server, bearer, ana, list } = await start({ transport })
    await inviteSigner(server, bearer, ana)
    await server.relay.tick()
    expect((await list())[0]?.delivery).toEqual({
      state: 'queued',
      sent_at: null,
      reason: 'No hubo conexión con el servidor de correo.',
    })
    server.clock.advance(MINUTE_MS)
    await server.relay.tick()
    expect((await list())[0]?.delivery).toEqual({
      state: 'failed',
      sent_at: null,
      reason: 'La dirección no existe o no recibe mensajes (550).',
    })
  })

  test('the list shows a signed field as signed and omits deleted fields', async () => {
    const { server, bearer, ana, second, list } = await start()
    await inviteSigner(server, bearer, second)
    await succeed(server, deleteFieldCall, { bearer, params: { id: second.id } })
    const guest = await becomeGuest(server, bearer, ana)
    const body = { field_id: ana.id, signature_data: drawing() }
    await succeed(server, digitalSignCall, { bearer: guest, params: { fieldId: ana.id }, body })
    expect(await list()).toMatchObject([{ field_id: ana.id, state: 'signed' }])
  })

  test('the API answers 404 when a user lists the invitations of another owner’s document', async () => {
    const { server, params } = await start()
    const { access_token: stranger } = await registerPerson(server, 'pedro')
    expect((await refuse(server, listInvitationsCall, { bearer: stranger, params })).status).toBe(404)
  })
})

describe('revoking an invitation', () => {
  test('a revocation ends the link, the guest token and an unsent mail; a repeated call changes nothing', async () => {
    const { server, bearer, user, ana, second, list, revoke } = await start()
    const guest = await becomeGuest(server, bearer, ana)
    await inviteSigner(server, bearer, second)
    const [first] = await list()
    const events: unknown[] = []
    server.services.documentEvents.subscribe(user.id, (event) => events.push(event))
    await revoke(first?.id ?? 0)
    await revoke(first?.id ?? 0)
    expect(events).toHaveLength(1)

    expect(await list()).toMatchObject([
      { field_id: ana.id, state: 'revoked', delivery: null },
      { field_id: second.id, state: 'standing' },
    ])
    const token = await invitationToken(server, 'ana@example.com')
    expect((await refuse(server, validateInvitationCall, { query: { token } })).code).toBe('INVITATION_INVALID')
    expect((await refuse(server, getFieldCall, { bearer: guest, params: { id: ana.id } })).code).toBe(
      'INVITATION_INVALID',
    )
    await server.relay.tick()
    expect(server.delivered.map(({ mail }) => mail.to_address)).toEqual(['luis@example.com'])
    const kinds = await server.services.db.selectFrom('audit_events').select('kind').orderBy('number').execute()
    expect(kinds.filter(({ kind }) => kind === 'invitation-revoked')).toHaveLength(1)
  })

  test('a new invitation after a revocation is valid, and the mail of the revoked invitation is not sent', async () => {
    const { server, bearer, ana, list, revoke } = await start()
    await inviteSigner(server, bearer, ana)
    await revoke((await list())[0]?.id ?? 0)
    server.clock.advance(MINUTE_MS)
    await inviteSigner(server, bearer, ana)
    await inviteSigner(server, bearer, ana)
    expect(await list()).toMatchObject([{ state: 'standing', delivery: { state: 'queued' } }])
    await server.relay.tick()
    expect(server.delivered).toHaveLength(1)
    const token = await invitationToken(server, 'ana@example.com')
    const query = { token: (server.delivered[0]?.mail.text_body ?? '').match(/token=([\w-]+)/)?.[1] ?? token }
    await succeed(server, validateInvitationCall, { query })
  })

  test('the API refuses to revoke an invitation of a signed field, another document or another owner', async () => {
    const { server, bearer, ana, list, params } = await start()
    const guest = await becomeGuest(server, bearer, ana)
    const [invitation] = await list()
    const invitationId = invitation?.id ?? 0
    const other = await uploadDocument(server, bearer)
    expect(
      (await refuse(server, revokeInvitationCall, { bearer, params: { id: other.id, invitationId } })).status,
    ).toBe(404)
    const { access_token: stranger } = await registerPerson(server, 'pedro')
    expect(
      (await refuse(server, revokeInvitationCall, { bearer: stranger, params: { ...params, invitationId } })).status,
    ).toBe(404)
    const body = { field_id: ana.id, signature_data: drawing() }
    await succeed(server, digitalSignCall, { bearer: guest, params: { fieldId: ana.id }, body })
    expect((await refuse(server, revokeInvitationCall, { bearer, params: { ...params, invitationId } })).code).toBe(
      'FIELD_SIGNED',
    )
  })
})
