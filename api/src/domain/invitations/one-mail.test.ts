import {
  answerProposalCall,
  deleteFieldCall,
  digitalSignCall,
  forwardInvitationCall,
  getFileCall,
  listFieldsCall,
  listInvitationsCall,
  remindCall,
  renewInvitationCall,
  revokeInvitationCall,
  type SignatureField,
  sendInvitationCall,
  silenceRemindersCall,
  validateInvitationCall,
} from 'shared/contract'
import { correctAddressCall, handOverLinkCall, setSigningOrderCall } from 'shared/contract/signing-order'
import { eventsOf, type Invited, startInvited, tokenIn } from '../../../test/support/invited.ts'
import { drawing, invitationToken, placeField, registerPerson } from '../../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'
import { hashToken } from '../../platform/tokens.ts'

afterEach(closeTestServers)

const sofia = { signer_name: 'Sofía Vega', signer_email: 'sofia@example.com' } as const

const invitationOf = ([first, ...others]: readonly [SignatureField, ...SignatureField[]]) => ({
  params: { id: first.user_file_id },
  body: {
    email: first.signer_email,
    signer_name: first.signer_name,
    document_url: '',
    field_id: first.id,
    field_coordinates: null,
    other_fields: others.map(({ id }) => id),
  },
})

/** Sofía has three fields; none is invited yet. */
const start = async () => {
  const invited = await startInvited()
  const { server, document, owner } = invited
  const bearer = await owner()
  const place = (page: number) => placeField(server, bearer, document.id, { ...sofia, page })
  const fields = [await place(1), await place(2), await place(3)] as const
  const invite = async () => {
    await succeed(server, sendInvitationCall, { bearer: await owner(), ...invitationOf(fields) })
    await server.relay.tick()
  }
  const states = async () => {
    const list = await succeed(server, listInvitationsCall, { bearer: await owner(), params: { id: document.id } })
    return fields.map(({ id }) => list.find(({ field_id }) => field_id === id))
  }
  const sign = (guest: string, field: SignatureField, others: readonly SignatureField[] = []) =>
    succeed(server, digitalSignCall, {
      bearer: guest,
      params: { fieldId: field.id },
      body: { field_id: field.id, signature_data: drawing(), other_field_ids: others.map(({ id }) => id) },
    })
  const openLink = (token: string) => succeed(server, validateInvitationCall, { query: { token } })
  const token = () => invitationToken(server, sofia.signer_email)
  return { ...invited, invited, bearer, fields, invite, states, sign, openLink, token }
}

const aboutFirst = async ({ owner, document }: Invited, states: Awaited<ReturnType<typeof start>>['states']) => ({
  bearer: await owner(),
  params: { id: document.id, invitationId: (await states())[0]?.id ?? 0 },
})

describe('one mail for all fields of a person', () => {
  test('the person gets one mail that tells how many signatures it asks for, and each field has an invitation', async () => {
    const { mailsOf, invite, lastMail, states, invited, fields, openLink, token } = await start()
    expect(await mailsOf(invite)).toEqual(['invitation sofia@example.com'])
    expect(lastMail('sofia@example.com')).toContain('3, con este mismo enlace')
    expect((await states()).map((one) => [one?.state, one?.delivery?.state])).toEqual(
      fields.map(() => ['standing', 'sent']),
    )
    expect(await eventsOf(invited, 'invitation-sent')).toHaveLength(2 + fields.length)
    const { signature_field, other_fields } = await openLink(await token())
    expect([signature_field, ...other_fields].map(({ page }) => page)).toEqual([1, 2, 3])
  })

  test('the call of each further field belongs to the same mail; a minute later it sends a new one', async () => {
    const { server, owner, invite, mailsOf, fields, invited, token, openLink } = await start()
    await invite()
    const [first, second, third] = fields
    const link = await token()
    const others = [
      [second, first, third],
      [third, first, second],
    ] as const
    const again = async () => {
      for (const set of others)
        expect(
          await succeed(server, sendInvitationCall, { bearer: await owner(), ...invitationOf(set) }),
        ).toMatchObject({ success: true, message: 'Invitación enviada a sofia@example.com' })
    }
    expect(await mailsOf(again)).toEqual([])
    await openLink(link)
    expect(await eventsOf(invited, 'invitation-sent')).toHaveLength(5)
    server.clock.advance(2 * MINUTE_MS)
    expect(await mailsOf(again)).toEqual(['invitation sofia@example.com'])
  })

  test('a field of another person, also one with the same address, is refused, and no invitation is sent', async () => {
    const { server, bearer, document, luis, fields, states } = await start()
    const namesake = await placeField(server, bearer, document.id, { ...sofia, signer_name: 'Otra Persona' })
    for (const other of [luis, namesake]) {
      const mixed = invitationOf([fields[0], fields[1], other])
      expect(await refuse(server, sendInvitationCall, { bearer, ...mixed })).toMatchObject({ code: 'VALIDATION' })
    }
    expect(await states()).toEqual([undefined, undefined, undefined])
  })

  test('a field of another document is refused', async () => {
    const { server, bearer, fields } = await start()
    const pedro = await registerPerson(server, 'pedro')
    const strange = { ...invitationOf(fields).body, other_fields: [fields[1].id + 1] }
    const params = { id: fields[0].user_file_id }
    expect(await refuse(server, sendInvitationCall, { bearer, params, body: strange })).toMatchObject({
      code: 'FIELD_OF_OTHER_DOCUMENT',
    })
    const asPedro = { bearer: pedro.access_token, ...invitationOf(fields) }
    expect((await refuse(server, sendInvitationCall, asPedro)).status).toBe(404)
  })

  test('after one field is signed, the same link opens the next one, and after all it shows that all are signed', async () => {
    const { invite, token, openLink, sign, fields, server, bearer, document } = await start()
    await invite()
    const link = await token()
    await sign((await openLink(link)).access_token, fields[0])
    const next = await openLink(link)
    expect([next.signature_field.id, ...next.other_fields.map(({ id }) => id)]).toEqual([fields[1].id, fields[2].id])
    await sign(next.access_token, fields[1], [fields[2]])
    expect((await openLink(link)).signature_field).toMatchObject({ id: fields[0].id, is_signed: true })
    expect(await succeed(server, getFileCall, { bearer, params: { id: document.id } })).toMatchObject({
      fields_signed: 3,
    })
  })

  test('a removed field takes neither the queued mail nor the link from the other fields', async () => {
    const { server, bearer, fields, mailsOf, token, openLink } = await start()
    const mails = await mailsOf(async () => {
      await succeed(server, sendInvitationCall, { bearer, ...invitationOf(fields) })
      await succeed(server, deleteFieldCall, { bearer, params: { id: fields[0].id } })
    })
    expect(mails).toEqual(['invitation sofia@example.com'])
    expect((await openLink(await token())).signature_field.id).toBe(fields[1].id)
  })

  test('a revoked link opens nothing, also while other invitations of the person are open', async () => {
    const { server, invite, states, token, invited, fields } = await start()
    await invite()
    const link = await token()
    const about = await aboutFirst(invited, states)
    await succeed(server, revokeInvitationCall, about)
    expect(await refuse(server, validateInvitationCall, { query: { token: link } })).toMatchObject({
      code: 'INVITATION_INVALID',
    })
    server.clock.advance(1)
    await succeed(server, deleteFieldCall, { bearer: about.bearer, params: { id: fields[0].id } })
    expect(await refuse(server, validateInvitationCall, { query: { token: link } })).toMatchObject({
      code: 'INVITATION_INVALID',
    })
    const reading = await server.app.inject({
      url: `/home/api/files/${fields[0].user_file_id}/public_download/`,
      headers: { authorization: `Invitation ${link}` },
    })
    expect(reading.statusCode).toBe(401)
  })

  test('one reminder reminds of all fields: none is due by itself', async () => {
    const { server, invite, states, mailsOf, invited, lastMail } = await start()
    await invite()
    server.clock.advance(3 * DAY_MS)
    const about = await aboutFirst(invited, states)
    expect(await mailsOf(() => succeed(server, remindCall, { ...about, body: {} }))).toEqual([
      'reminder sofia@example.com',
    ])
    expect(lastMail('sofia@example.com')).toContain('3, con este mismo enlace')
    expect((await states()).map((one) => one?.reminders.sent)).toEqual([1, 1, 1])
    server.clock.advance(7 * DAY_MS)
    const automatic = await mailsOf(() => server.reminderMailer.tick())
    expect(automatic.filter((mail) => mail.endsWith('sofia@example.com'))).toHaveLength(1)
  })

  test('a person silences the reminders of all their fields at once', async () => {
    const { server, invite, states, token, openLink, fields } = await start()
    await invite()
    const { access_token: bearer } = await openLink(await token())
    await succeed(server, silenceRemindersCall, {
      bearer,
      params: { fieldId: fields[0].id },
      body: { silenced: true },
    })
    expect((await states()).map((one) => one?.reminders.silenced)).toEqual([true, true, true])
  })

  test('an expired link is renewed for all fields by one mail', async () => {
    const { server, invite, states, token, mailsOf, openLink } = await start()
    await invite()
    const link = await token()
    server.clock.advance(31 * DAY_MS)
    const mails = await mailsOf(() => succeed(server, renewInvitationCall, { body: { token: link } }))
    expect(mails).toEqual(['invitation sofia@example.com'])
    expect((await states()).map((one) => one?.state)).toEqual(['standing', 'standing', 'standing'])
    expect((await openLink(await token())).other_fields).toHaveLength(2)
  })

  test('an accepted proposal gives all fields of the guest to the proposed person, by one mail', async () => {
    const { server, invite, states, token, openLink, mailsOf, invited, fields } = await start()
    await invite()
    const { access_token: bearer } = await openLink(await token())
    const body = { name: 'Carmen Díaz', email: 'carmen@example.com', note: '' }
    await succeed(server, forwardInvitationCall, { bearer, params: { fieldId: fields[0].id }, body })
    await server.relay.tick()
    const about = await aboutFirst(invited, states)
    const mails = await mailsOf(() => succeed(server, answerProposalCall, { ...about, body: { accepted: true } }))
    expect(mails.toSorted()).toEqual(['invitation carmen@example.com', 'invitation-replaced sofia@example.com'])
    expect((await states()).map((one) => one?.email)).toEqual(Array(3).fill('carmen@example.com'))
  })

  test('in an ordered document the person gets one mail when their turn comes', async () => {
    const { server, bearer, document, ana, luis, fields, invite, mailsOf, sign, lastMail, invited } = await start()
    const steps = [[ana.id], [luis.id], fields.map(({ id }) => id)]
    await succeed(server, setSigningOrderCall, {
      bearer,
      params: { id: document.id },
      body: { mode: 'ordered', steps },
    })
    expect(await mailsOf(invite)).toEqual([])
    await sign(await invited.open('ana@example.com'), ana)
    const mails = await mailsOf(async () => sign(await invited.open('luis@example.com'), luis))
    expect(mails.filter((mail) => mail.endsWith('sofia@example.com'))).toEqual(['invitation sofia@example.com'])
    expect(lastMail('sofia@example.com')).toContain('3, con este mismo enlace')
  })
})

describe('the link in the owner’s hand', () => {
  test('the owner takes the person’s link, which opens the document, and the log says so', async () => {
    const { server, invite, states, invited, openLink, fields, olga } = await start()
    await invite()
    const { url } = await succeed(server, handOverLinkCall, { ...(await aboutFirst(invited, states)), body: {} })
    expect(url).toMatch(/^https:\/\/trazo\.example\/sign\//)
    expect((await openLink(tokenIn(url))).signature_field.id).toBe(fields[0].id)
    expect(await eventsOf(invited, 'invitation-link-given')).toEqual([
      { kind: 'invitation-link-given', actor: `user:${olga.user.id}`, data: { field: fields[0].id } },
    ])
  })

  test('a link of another owner’s document and a revoked link cannot be taken', async () => {
    const { server, invite, states, invited } = await start()
    await invite()
    const about = await aboutFirst(invited, states)
    const { access_token: bearer } = await registerPerson(server, 'pedro')
    expect((await refuse(server, handOverLinkCall, { ...about, bearer, body: {} })).status).toBe(404)
    await succeed(server, revokeInvitationCall, about)
    expect(await refuse(server, handOverLinkCall, { ...about, body: {} })).toMatchObject({ code: 'INVITATION_INVALID' })
    expect(await eventsOf(invited, 'invitation-link-given')).toEqual([])
  })
})

describe('a corrected address', () => {
  test('the old link ends at once, and the person is invited at the new address with all fields', async () => {
    const { server, invite, states, token, mailsOf, openLink, invited, bearer, document, fields } = await start()
    await invite()
    const wrong = await token()
    const about = await aboutFirst(invited, states)
    const body = { email: 'sofia.vega@example.com' }
    expect(await mailsOf(() => succeed(server, correctAddressCall, { ...about, body }))).toEqual([
      'invitation sofia.vega@example.com',
    ])
    expect(await refuse(server, validateInvitationCall, { query: { token: wrong } })).toMatchObject({
      code: 'INVITATION_INVALID',
    })
    const right = await invitationToken(server, body.email)
    expect((await openLink(right)).other_fields).toHaveLength(2)
    const list = await succeed(server, listFieldsCall, { bearer, query: { user_file_id: String(document.id) } })
    expect(list.filter(({ signer_email }) => signer_email === body.email)).toHaveLength(fields.length)
    expect(await eventsOf(invited, 'invitation-address-corrected')).toHaveLength(fields.length)
    const row = await server.services.db
      .selectFrom('invitations')
      .select('revoked_at')
      .where('token_hash', '=', hashToken(wrong))
      .executeTakeFirst()
    expect(row?.revoked_at).not.toBeNull()
  })

  test('the wrong address cannot ask for a new link', async () => {
    const { server, invite, states, token, invited, mailsOf } = await start()
    await invite()
    const wrong = await token()
    await succeed(server, correctAddressCall, {
      ...(await aboutFirst(invited, states)),
      body: { email: 'sofia.vega@example.com' },
    })
    await server.relay.tick()
    const mails = await mailsOf(async () => {
      expect(await refuse(server, renewInvitationCall, { body: { token: wrong } })).toMatchObject({
        code: 'INVITATION_INVALID',
      })
    })
    expect(mails).toEqual([])
  })

  test('the same address, a revoked invitation, a signed field and another owner are refused', async () => {
    const { server, invite, states, invited, sign, openLink, token, fields } = await start()
    await invite()
    const about = await aboutFirst(invited, states)
    const body = { email: 'sofia.vega@example.com' }
    expect(await refuse(server, correctAddressCall, { ...about, body: { email: 'SOFIA@example.com' } })).toMatchObject({
      code: 'VALIDATION',
    })
    const { access_token: pedro } = await registerPerson(server, 'pedro')
    expect((await refuse(server, correctAddressCall, { ...about, bearer: pedro, body })).status).toBe(404)
    await sign((await openLink(await token())).access_token, fields[0])
    expect(await refuse(server, correctAddressCall, { ...about, body })).toMatchObject({ code: 'FIELD_SIGNED' })
    const second = { ...about, params: { ...about.params, invitationId: (await states())[1]?.id ?? 0 } }
    await succeed(server, revokeInvitationCall, second)
    expect(await refuse(server, correctAddressCall, { ...second, body })).toMatchObject({ code: 'INVITATION_INVALID' })
  })
})
