import {
  answerProposalCall,
  digitalSignCall,
  findFilesCall,
  forwardInvitationCall,
  listFieldsCall,
  validateInvitationCall,
} from 'shared/contract'
import { aboutAna, countChanges, eventsOf, startInvited, tokenIn } from '../../../test/support/invited.ts'
import { drawing, invitationToken, registerPerson } from '../../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'

afterEach(closeTestServers)

describe('answering a proposal', () => {
  const carmen = { name: 'Carmen Díaz', email: 'carmen@example.com', note: '' }

  const startProposed = async () => {
    const invited = await startInvited()
    const bearer = await invited.open('ana@example.com')
    const params = { fieldId: invited.ana.id }
    await succeed(invited.server, forwardInvitationCall, { bearer, params, body: carmen })
    await invited.server.relay.tick()
    const call = await aboutAna(invited)
    const answer = (accepted: boolean) => succeed(invited.server, answerProposalCall, { ...call, body: { accepted } })
    return { ...invited, invited, bearer, call, answer }
  }

  test('accepting gives the field to the proposed person, ends the old link and sends a new one', async () => {
    const { invited, server, ana, olga, document, bearer, call, answer, mailsOf, lastMail } = await startProposed()
    const mails = await mailsOf(async () => expect(await countChanges(invited, () => answer(true))).toBe(1))
    expect(mails.toSorted()).toEqual(['invitation carmen@example.com', 'invitation-replaced ana@example.com'])
    expect(lastMail('ana@example.com')).toContain('ahora le corresponde a Carmen Díaz firmar')
    expect(lastMail('carmen@example.com')).toContain('Ana Rojas tenía que firmarlo y dijo que te corresponde a ti')

    const own = { bearer: olga.access_token, query: { user_file_id: String(document.id) } }
    const fields = await succeed(server, listFieldsCall, own)
    expect(fields.find(({ id }) => id === ana.id)).toMatchObject({
      signer_name: 'Carmen Díaz',
      signer_email: 'carmen@example.com',
    })
    const found = await succeed(server, findFilesCall, { bearer: olga.access_token, query: { q: 'carmen' } })
    expect(found.documents).toHaveLength(1)
    expect(await invited.anasInvitation()).toMatchObject({
      state: 'standing',
      email: 'carmen@example.com',
      proposal: null,
      seen_at: null,
    })
    const old = await invitationToken(server, 'ana@example.com')
    expect((await refuse(server, validateInvitationCall, { query: { token: old } })).code).toBe('INVITATION_INVALID')
    const signing = { params: { fieldId: ana.id }, body: { field_id: ana.id, signature_data: drawing() } }
    expect((await refuse(server, digitalSignCall, { bearer, ...signing })).code).toBe('INVITATION_INVALID')
    const result = await succeed(server, digitalSignCall, {
      bearer: await invited.open('carmen@example.com'),
      ...signing,
    })
    expect(result.signer_info).toEqual({ name: 'Carmen Díaz', email: 'carmen@example.com' })
    expect(await eventsOf(invited, 'proposal-accepted')).toEqual([
      {
        kind: 'proposal-accepted',
        actor: `user:${olga.user.id}`,
        data: { field: ana.id, name: carmen.name, email: carmen.email },
      },
    ])
    expect(await refuse(server, answerProposalCall, { ...call, body: { accepted: true } })).toMatchObject({
      status: 409,
      code: 'NO_PROPOSAL',
    })
  })

  test('refusing mails the link to the guest, and the invitation and its reminders continue', async () => {
    const { invited, server, mailsOf, lastMail } = await startProposed()
    server.clock.advance(5 * DAY_MS)
    const call = await aboutAna(invited)
    const refuseProposal = () => succeed(server, answerProposalCall, { ...call, body: { accepted: false } })
    expect(await mailsOf(refuseProposal)).toEqual(['proposal-refused ana@example.com'])
    const token = await invitationToken(server, 'ana@example.com')
    expect(lastMail('ana@example.com')).toContain('Propusiste que Carmen Díaz firmara en tu lugar.')
    expect(tokenIn(lastMail('ana@example.com'))).toBe(token)
    await succeed(server, validateInvitationCall, { query: { token } })
    const { state, proposal, reminders } = await invited.anasInvitation()
    expect({ state, proposal, next: reminders.next_at }).toEqual({
      state: 'standing',
      proposal: null,
      next: '2026-02-06T18:00:00.000Z',
    })
    expect((await refuse(server, answerProposalCall, { ...call, body: { accepted: false } })).code).toBe('NO_PROPOSAL')
    expect((await eventsOf(invited, 'proposal-refused')).map(({ actor }) => actor)).toEqual([
      `user:${invited.olga.user.id}`,
    ])
  })

  test('the whole answer is rolled back when its mail cannot be queued', async () => {
    const { invited, server, ana, olga, document, call } = await startProposed()
    await server.services.db.schema.alterTable('outbox').renameTo('outbox_away').execute()
    const failed = await server.app.inject({
      method: 'POST',
      url: `/home/api/files/${document.id}/invitations/${call.params.invitationId}/proposal/`,
      headers: { authorization: `Bearer ${call.bearer}` },
      payload: { accepted: true },
    })
    expect(failed.statusCode).toBe(500)
    await server.services.db.schema.alterTable('outbox_away').renameTo('outbox').execute()
    expect(await invited.anasInvitation()).toMatchObject({ state: 'standing', proposal: { name: 'Carmen Díaz' } })
    const own = { bearer: olga.access_token, query: { user_file_id: String(document.id) } }
    const fields = await succeed(server, listFieldsCall, own)
    expect(fields.find(({ id }) => id === ana.id)?.signer_email).toBe('ana@example.com')
  })

  test('the API refuses to answer after the guest signed or the invitation expired', async () => {
    const { invited, server, ana, bearer, call } = await startProposed()
    server.clock.advance(MINUTE_MS)
    await invited.sign(bearer, ana)
    const again = { ...call, bearer: await invited.owner(), body: { accepted: true } }
    expect((await refuse(server, answerProposalCall, again)).code).toBe('FIELD_SIGNED')
    const other = await startProposed()
    other.server.clock.advance(30 * DAY_MS)
    const late = { ...(await aboutAna(other.invited)), body: { accepted: true } }
    expect((await refuse(other.server, answerProposalCall, late)).code).toBe('INVITATION_EXPIRED')
    expect((await other.invited.anasInvitation()).proposal).toBeNull()
  })

  test('the API refuses an answer from another account, and an answer without a proposal', async () => {
    const { server, call } = await startProposed()
    const { access_token: bearer } = await registerPerson(server, 'pedro')
    expect((await refuse(server, answerProposalCall, { ...call, bearer, body: { accepted: true } })).status).toBe(404)
    const invited = await startInvited()
    const none = { ...(await aboutAna(invited)), body: { accepted: true } }
    expect((await refuse(invited.server, answerProposalCall, none)).code).toBe('NO_PROPOSAL')
  })
})
