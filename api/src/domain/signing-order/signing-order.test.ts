import {
  deleteFieldCall,
  digitalSignCall,
  listInvitationsCall,
  remindCall,
  revokeInvitationCall,
  type SignatureField,
  shareFileCall,
  startAgentSessionCall,
  validateInvitationCall,
} from 'shared/contract'
import { getSigningOrderCall, type SigningOrderMode, setSigningOrderCall } from 'shared/contract/signing-order'
import {
  cedula,
  drawing,
  invitationToken,
  inviteSigner,
  placeField,
  registerPerson,
  stated,
  uploadDocument,
} from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS } from '../../platform/clock.ts'

afterEach(closeTestServers)

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  const { id } = document
  const ana = await placeField(server, bearer, id)
  const luis = await placeField(server, bearer, id, { signer_name: 'Luis Mata', signer_email: 'luis@example.com' })
  const own = await placeField(server, bearer, id, { field_type: 'PRIMARY', signer_name: 'Olga', signer_email: '' })
  const params = { id }
  const setOrder = (mode: SigningOrderMode, ...steps: readonly SignatureField[][]) => {
    const body = { mode, steps: steps.map((fields) => fields.map((field) => field.id)) }
    return succeed(server, setSigningOrderCall, { bearer, params, body })
  }
  const signing = (field: SignatureField) => ({
    params: { fieldId: field.id },
    body: { field_id: field.id, signature_data: drawing(), ...stated(document) },
  })
  return {
    server,
    bearer,
    params,
    ana,
    luis,
    own,
    setOrder,
    invite: (field: SignatureField) => inviteSigner(server, bearer, field),
    open: async (address: string) =>
      succeed(server, validateInvitationCall, { query: { token: await invitationToken(server, address) } }),
    sign: (token: string, field: SignatureField) =>
      succeed(server, digitalSignCall, { bearer: token, ...signing(field) }),
    refuseSigning: (token: string, field: SignatureField) =>
      refuse(server, digitalSignCall, { bearer: token, ...signing(field) }),
    invitations: () => succeed(server, listInvitationsCall, { bearer, params }),
    mails: async () => {
      const before = server.delivered.length
      await server.relay.tick()
      return server.delivered.slice(before).map(({ mail }) => `${mail.to_address}: ${mail.subject}`)
    },
  }
}

test('each signer gets the invitation mail at their turn, and the owner gets a mail at the owner’s turn', async () => {
  const { bearer, ana, luis, own, setOrder, invite, open, sign, invitations, mails } = await start()
  await setOrder('ordered', [luis], [own], [ana])
  expect((await invite(ana)).message).toBe('ana@example.com recibirá su invitación cuando sea su turno')
  expect((await invite(luis)).message).toBe('Invitación enviada a luis@example.com')
  expect(await mails()).toEqual(['luis@example.com: María José Núñez te invita a firmar «Contrato.pdf»'])
  expect(await invitations()).toMatchObject([
    { email: 'ana@example.com', state: 'standing', waits: true, delivery: null, reminders: { next_at: null } },
    { email: 'luis@example.com', waits: false },
  ])

  await sign((await open('luis@example.com')).access_token, luis)
  expect(await mails()).toEqual(['olga@example.com: Luis Mata firmó «Contrato.pdf»'])
  await sign(bearer, own)
  expect(await mails()).toEqual(['ana@example.com: Es tu turno de firmar «Contrato.pdf»'])
  const opened = await open('ana@example.com')
  expect(opened.turn).toBe('now')
  expect(await sign(opened.access_token, ana)).toMatchObject({ document: { is_signed: true } })
})

test('the mail to the owner names the next signer without an invitation, or says that it is the owner’s turn', async () => {
  const { server, ana, luis, own, setOrder, invite, open, sign } = await start()
  const lastNews = async () => {
    await server.relay.tick()
    return server.delivered.findLast(({ mail }) => mail.kind === 'field-signed')?.mail.text_body
  }
  await setOrder('ordered', [luis], [ana], [own])
  await invite(luis)
  await sign((await open('luis@example.com')).access_token, luis)
  expect(await lastNews()).toMatch(/ahora le toca a Ana Rojas: todavía no tiene invitación/)
  await invite(ana)
  await sign((await open('ana@example.com')).access_token, ana)
  expect(await lastNews()).toMatch(/ahora te toca firmar a ti/)
})

test('the API refuses a signature of guest or owner before their turn and stores no revision', async () => {
  const { server, bearer, ana, luis, own, setOrder, invite, open, refuseSigning } = await start()
  await invite(ana)
  await invite(luis)
  const early = await open('ana@example.com')
  expect(early.turn).toBe('now')
  await setOrder('ordered', [luis], [ana], [own])
  expect((await open('ana@example.com')).turn).toBe('later')
  expect(await refuseSigning(early.access_token, ana)).toMatchObject({
    status: 409,
    code: 'NOT_YOUR_TURN',
    message: expect.stringMatching(/Te avisaremos por correo cuando te toque/),
  })
  expect(await refuseSigning(bearer, own)).toMatchObject({ code: 'NOT_YOUR_TURN' })
  expect(await server.services.db.selectFrom('revisions').selectAll().execute()).toHaveLength(1)
})

test('when the owner changes the order, the new first signer gets a mail, and waiting signers get no reminder', async () => {
  const { server, bearer, params, ana, luis, own, setOrder, invite, invitations, mails } = await start()
  await setOrder('ordered', [luis], [ana], [own])
  await invite(ana)
  await invite(luis)
  await mails()
  await setOrder('ordered', [ana], [luis], [own])
  expect(await mails()).toEqual(['ana@example.com: Es tu turno de firmar «Contrato.pdf»'])
  const [, ofLuis] = await invitations()
  expect(ofLuis).toMatchObject({ email: 'luis@example.com', waits: true, state: 'standing' })
  const remind = { bearer, params: { ...params, invitationId: ofLuis?.id ?? 0 }, body: {} }
  expect(await refuse(server, remindCall, remind)).toMatchObject({ code: 'NOT_THEIR_TURN' })
  server.clock.advance(5 * DAY_MS)
  expect(await server.reminderMailer.tick()).toBe(1)
  expect(await mails()).toEqual(['ana@example.com: Recordatorio: María José Núñez espera tu firma en «Contrato.pdf»'])
})

test('an invitation does not expire while it waits; its validity period begins with its turn', async () => {
  const { server, ana, luis, setOrder, invite, open } = await start()
  await setOrder('ordered', [luis], [ana])
  await invite(ana)
  server.clock.advance(400 * DAY_MS)
  const { access_token: bearer } = await registerPerson(server, 'pedro')
  expect(bearer).not.toBe('')
  await server.services.db.updateTable('fields').set({ signed_at: 1 }).where('id', '=', luis.id).execute()
  await server.services.db.transaction().execute(async (transaction) => {
    const { startNextTurn: passTurns } = await import('./start-next-turn.ts')
    await passTurns(transaction, server.services, ana.user_file_id, server.clock.now())
  })
  const { turn, expires_at } = await open('ana@example.com')
  expect(turn).toBe('now')
  expect(Date.parse(expires_at)).toBe(server.clock.now() + 30 * DAY_MS)
})

test('removing the first signer before any signature advances the turn to the next signer', async () => {
  const { server, bearer, ana, luis, own, setOrder, invite, mails } = await start()
  await setOrder('ordered', [luis], [ana], [own])
  await invite(ana)
  await mails()
  await succeed(server, deleteFieldCall, { bearer, params: { id: luis.id } })
  expect(await mails()).toEqual(['ana@example.com: Es tu turno de firmar «Contrato.pdf»'])
})

test('an invitation that the owner revoked while it waited is not sent', async () => {
  const { server, bearer, params, ana, luis, own, setOrder, invite, invitations, open, sign, mails } = await start()
  await setOrder('ordered', [luis], [ana], [own])
  await invite(ana)
  await invite(luis)
  const [ofAna] = await invitations()
  const call = { bearer, params: { ...params, invitationId: ofAna?.id ?? 0 } }
  await succeed(server, revokeInvitationCall, call)
  await mails()
  await sign((await open('luis@example.com')).access_token, luis)
  expect(await mails()).toEqual(['olga@example.com: Luis Mata firmó «Contrato.pdf»'])
})

test('the API refuses fields of other documents in the order, and any change after the first signature', async () => {
  const { server, bearer, params, ana, luis, own, setOrder, invite, open, sign } = await start()
  const elsewhere = await placeField(server, bearer, (await uploadDocument(server, bearer)).id)
  const body = (...ids: readonly number[]) => ({ mode: 'ordered' as const, steps: ids.map((id) => [id]) })
  expect(await refuse(server, setSigningOrderCall, { bearer, params, body: body(ana.id, elsewhere.id) })).toMatchObject(
    { code: 'FIELD_OF_OTHER_DOCUMENT' },
  )
  const changed = await setOrder('ordered', [ana], [own], [luis])
  expect(changed).not.toHaveProperty('together')
  expect(changed).toMatchObject({
    mode: 'ordered',
    can_change: true,
    steps: [
      { field_ids: [ana.id], signer_name: 'Ana Rojas', is_owner: false, state: 'now' },
      { field_ids: [own.id], is_owner: true, state: 'later' },
      { field_ids: [luis.id], state: 'later' },
    ],
  })
  await invite(ana)
  await sign((await open('ana@example.com')).access_token, ana)
  expect(await refuse(server, setSigningOrderCall, { bearer, params, body: body(luis.id) })).toMatchObject({
    code: 'DOCUMENT_FROZEN',
    message: 'Ya hay firmas: el orden de firma no se puede cambiar.',
  })
  expect(await succeed(server, getSigningOrderCall, { bearer, params })).toMatchObject({ can_change: false })
})

test('the API refuses a field link before the turn of its field, and a bare link in an ordered document', async () => {
  const { server, bearer, params, ana, luis, own, setOrder } = await start()
  await setOrder('ordered', [luis], [ana], [own])
  await succeed(server, shareFileCall, { bearer, params, body: { mode: 'sign' } })
  const enter = (field_id: number | null) =>
    refuse(server, startAgentSessionCall, {
      body: { user_file_id: params.id, field_id, identification: cedula, name: 'Luis' },
    })
  expect(await enter(ana.id)).toMatchObject({ code: 'NOT_YOUR_TURN' })
  expect(await enter(null)).toMatchObject({
    code: 'INVITATION_NEEDED',
    message: 'Este documento se firma por orden: solo firman las personas a las que se invitó.',
  })
})
