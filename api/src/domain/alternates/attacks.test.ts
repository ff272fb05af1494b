import {
  answerProposalCall,
  cancelDocumentCall,
  declineInvitationCall,
  deleteFieldCall,
  digitalSignCall,
  downloadFileCall,
  forwardInvitationCall,
  getFieldCall,
  getFileCall,
  revokeInvitationCall,
  validateInvitationCall,
} from 'shared/contract'
import { signerRemovalCall } from 'shared/contract/accounts'
import { inviteAlternateCall, listAlternatesCall, removeAlternateCall } from 'shared/contract/alternates'
import { setDeadlineCall } from 'shared/contract/signing-order'
import { ANA, EVA, eva, LUIS, luis, startAlternates } from '../../../test/support/alternates.ts'
import { downloadBytes, placeField, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS } from '../../platform/clock.ts'

afterEach(closeTestServers)

const start = async () => {
  const started = await startAlternates()
  const alternate = await started.add(luis)
  await started.invite()
  const removal = { ...started.of, params: { ...started.of.params, alternateId: alternate.id } }
  const invitationOf = async () => (await started.list())[0]?.invitation?.id ?? 0
  return { ...started, alternate, removal, invitationOf }
}

describe('adding', () => {
  test('refuses who may sign already, the owner, an eleventh person, and what is no field of a third party', async () => {
    const { add, refuseToAdd, place, fields } = await startAlternates()
    await add(luis)
    const known = 'Esa persona ya puede firmar este campo. Escribe los datos de otra.'
    for (const person of [luis, { name: 'LUIS  rojas', email: 'Luis@Example.com' }, { name: 'Ana Rojas', email: ANA }])
      expect(await refuseToAdd(person)).toMatchObject({ code: 'VALIDATION', fields: { email: known } })
    expect(await refuseToAdd({ name: 'Olga', email: 'OLGA@example.com' })).toMatchObject({
      code: 'VALIDATION',
      fields: { email: expect.stringContaining('quien envía el documento') },
    })
    for (let number = 3; number <= 10; number += 1)
      await add({ name: `Persona ${number}`, email: `persona${number}@example.com` })
    expect(await refuseToAdd(eva)).toMatchObject({ code: 'VALIDATION', fields: { field_id: expect.any(String) } })
    const own = await place({ field_type: 'PRIMARY', signer_email: '' })
    expect((await refuseToAdd(eva, own)).code).toBe('NOT_A_THIRD_PARTY_FIELD')
    expect((await refuseToAdd(eva, { ...own, id: 1 })).code).toBe('FIELD_OF_OTHER_DOCUMENT')
    expect(await fields()).toHaveLength(2)
  })

  test('is refused after the signature, and in a cancelled document', async () => {
    const { server, guest, sign, refuseToAdd, place, of, removal } = await start()
    await place({ page: 2 })
    await sign(await guest(LUIS))
    expect((await refuseToAdd(eva)).code).toBe('FIELD_SIGNED')
    expect((await refuse(server, removeAlternateCall, removal)).code).toBe('FIELD_SIGNED')
    await succeed(server, cancelDocumentCall, { ...of, body: { reason: 'Ya no' } })
    expect((await refuseToAdd(eva)).code).toBe('DOCUMENT_CANCELLED')
  })

  test('another account reads and changes nothing', async () => {
    const { server, of, removal, field } = await start()
    const { access_token: bearer } = await registerPerson(server, 'pedro')
    const theirs = await uploadDocument(server, bearer)
    const elsewhere = { bearer, params: { ...removal.params, id: theirs.id } }
    expect((await refuse(server, listAlternatesCall, { ...of, bearer })).code).toBe('NOT_FOUND')
    for (const target of [{ ...removal, bearer }, elsewhere]) {
      expect((await refuse(server, removeAlternateCall, target)).code).toBe('NOT_FOUND')
      expect((await refuse(server, inviteAlternateCall, { ...target, body: {} })).code).toBe('NOT_FOUND')
    }
    expect((await placeField(server, bearer, theirs.id)).id).not.toBe(field.id)
  })
})

describe('the link', () => {
  test('of a revoked or removed person ends at once, with the access tokens that it gave', async () => {
    for (const end of ['revoke', 'remove'] as const) {
      const { server, guest, tokenOf, signing, field, document, of, removal, invitationOf, fields } = await start()
      const [bearer, token] = [await guest(LUIS), await tokenOf(LUIS)]
      if (end === 'remove') await succeed(server, removeAlternateCall, removal)
      else {
        const params = { ...of.params, invitationId: await invitationOf() }
        await succeed(server, revokeInvitationCall, { ...of, params })
      }
      const calls = [
        refuse(server, digitalSignCall, { bearer, ...signing(field) }),
        refuse(server, getFieldCall, { bearer, params: { id: field.id } }),
        refuse(server, downloadFileCall, { bearer, params: { id: document.id } }),
        refuse(server, validateInvitationCall, { query: { token } }),
      ]
      for (const call of calls) expect((await call).code).toBe('INVITATION_INVALID')
      expect(await fields()).toMatchObject([{ is_signed: false }])
      await server.app.close()
    }
  })

  test('opens no other field, also not one of the person in whose place they may sign', async () => {
    const { server, place, guest, signing, fields, field, invite } = await start()
    const second = await place({ page: 2 })
    const third = await place({ signer_name: 'Beto Solís', signer_email: 'beto@example.com' })
    await invite([field, second])
    const bearer = await guest(LUIS)
    for (const other of [second, third]) {
      expect((await refuse(server, digitalSignCall, { bearer, ...signing(other) })).code).toBe('FORBIDDEN')
      expect((await refuse(server, getFieldCall, { bearer, params: { id: other.id } })).code).toBe('FORBIDDEN')
      expect((await refuse(server, digitalSignCall, { bearer, ...signing(field, [other]) })).code).toBe('FORBIDDEN')
    }
    expect((await fields()).every(({ is_signed }) => !is_signed)).toBe(true)
  })

  test('of the person who was not first cannot decline, propose or sign, and keeps reading after it expires', async () => {
    const { server, guest, sign, open, field } = await start()
    const [ana, luiss] = [await guest(ANA), await guest(LUIS)]
    await sign(ana)
    const params = { fieldId: field.id }
    const asking = { bearer: luiss, params }
    expect((await refuse(server, declineInvitationCall, { ...asking, body: { reason: 'No' } })).code).toBe(
      'FIELD_SIGNED',
    )
    expect((await refuse(server, forwardInvitationCall, { ...asking, body: eva })).code).toBe('FIELD_SIGNED')
    server.clock.advance(60 * DAY_MS)
    expect(await open(LUIS)).toMatchObject({ signed_by_other: true })
  })
})

test('two who sign at the same instant: one signature, and the other reads who signed', async () => {
  const { server, bearer, document, guest, signing, field, fields, open } = await start()
  const guests = [await guest(ANA), await guest(LUIS)]
  const replies = await Promise.all(
    guests.map((one) =>
      server.app.inject({
        method: 'POST',
        url: digitalSignCall.path.replace(':fieldId', String(field.id)),
        headers: { authorization: `Bearer ${one}` },
        payload: signing(field).body,
      }),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const [signed] = await fields()
  const refused = replies.find(({ statusCode }) => statusCode === 409)
  expect(refused?.json()).toMatchObject({
    code: 'FIELD_SIGNED',
    message: `Ya firmó ${signed?.signer_name}. Tu firma ya no hace falta.`,
  })
  expect(await server.services.db.selectFrom('signatures').select('signer_name').execute()).toEqual([
    { signer_name: signed?.signer_name },
  ])
  const pdf = (await downloadBytes(server, bearer, document.id)).toString('latin1')
  // The signature and the seal's time stamp.
  expect(pdf.match(/\/ByteRange/g)?.length).toBe(2)
  const late = signed?.signer_name === 'Luis Rojas' ? ANA : LUIS
  expect(await open(late)).toMatchObject({ signed_by_other: true })
})

test('revoked at the instant of signing: either the signature or the revocation, never both', async () => {
  const { server, guest, signing, field, of, invitationOf, fields } = await start()
  const params = { ...of.params, invitationId: await invitationOf() }
  const bearer = await guest(LUIS)
  const send = (method: 'POST' | 'DELETE', url: string, token: string, payload?: object) =>
    server.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })
  const revoking = `/home/api/files/${params.id}/invitations/${params.invitationId}/`
  const signUrl = digitalSignCall.path.replace(':fieldId', String(field.id))
  const [signed, revoked] = await Promise.all([
    send('POST', signUrl, bearer, signing(field).body),
    send('DELETE', revoking, of.bearer),
  ])
  const [stored] = await fields()
  expect([signed.statusCode === 200, revoked.statusCode === 409]).toEqual([stored?.is_signed, stored?.is_signed])
  expect(await server.services.db.selectFrom('signatures').select('field_id').execute()).toHaveLength(
    stored?.is_signed ? 1 : 0,
  )
})

describe('declining', () => {
  const decline = async ({ server, guest, field }: Awaited<ReturnType<typeof start>>, address: string) =>
    succeed(server, declineInvitationCall, {
      bearer: await guest(address),
      params: { fieldId: field.id },
      body: { reason: 'No me corresponde' },
    })

  test('takes out that person alone while another may sign, and tells the owner who is left', async () => {
    const started = await start()
    const { server, of, mailsOf, lastMail, tokenOf, list, invitations, guest, sign, fields, log } = started
    const token = await tokenOf(ANA)
    expect(await mailsOf(() => decline(started, ANA))).toEqual(['document-declined olga@example.com'])
    expect(lastMail('olga@example.com')).toContain('en su lugar puede firmar Luis Rojas')
    expect((await refuse(server, validateInvitationCall, { query: { token } })).code).toBe('INVITATION_DECLINED')
    expect((await succeed(server, getFileCall, of)).status).toBe('PROCESSING')
    expect(await invitations()).toMatchObject([{ state: 'declined', declined: { reason: 'No me corresponde' } }])
    expect((await list())[0]?.invitation?.state).toBe('standing')
    expect(await log('alternate-declined', 'invitation-declined', 'document-cancelled')).toMatchObject([
      { kind: 'alternate-declined', actor_name: 'Ana Rojas' },
    ])
    await sign(await guest(LUIS))
    expect(await fields()).toMatchObject([{ signer_name: 'Luis Rojas' }])
  })

  test('of the last one ends the document', async () => {
    const started = await start()
    await decline(started, LUIS)
    await decline(started, ANA)
    const file = await succeed(started.server, getFileCall, started.of)
    expect(file).toMatchObject({ status: 'CANCELLED', cancelled: { by: 'Ana Rojas' } })
  })

  test('of a person with a field that nobody else may sign ends the document', async () => {
    const started = await start()
    const second = await started.place({ page: 2 })
    await started.invite([second])
    await decline(started, ANA)
    expect((await succeed(started.server, getFileCall, started.of)).status).toBe('CANCELLED')
  })
})

test('a proposal of an alternate replaces that person alone, and never by somebody who may sign already', async () => {
  const { server, guest, field, of, invitationOf, open, fields, list } = await start()
  const propose = async (person: { readonly name: string; readonly email: string }, address: string) =>
    succeed(server, forwardInvitationCall, {
      bearer: await guest(address),
      params: { fieldId: field.id },
      body: { ...person, note: '' },
    })
  const answer = async () => ({
    ...of,
    params: { ...of.params, invitationId: await invitationOf() },
    body: { accepted: true },
  })
  await propose({ name: 'Ana Rojas', email: ANA }, LUIS)
  expect((await refuse(server, answerProposalCall, await answer())).code).toBe('VALIDATION')
  await propose(eva, LUIS)
  await succeed(server, answerProposalCall, await answer())
  await server.relay.tick()
  expect(await open(EVA)).toMatchObject({ signature_field: { signer_name: 'Eva Mora' } })
  expect(await fields()).toMatchObject([{ signer_name: 'Ana Rojas' }])
  expect(await list()).toMatchObject([eva])
  expect(await open(ANA)).toMatchObject({ signature_field: { signer_name: 'Ana Rojas' } })
})

test('a deadline and a cancelled document end the links of all of them; a deleted field, too', async () => {
  const { server, of, mailsOf, guest, tokenOf, place, bearer, field, add, invite } = await start()
  const second = await place({ page: 2 })
  await add(eva, second)
  await invite([second])
  await succeed(server, deleteFieldCall, { bearer, params: { id: second.id } })
  const gone = { query: { token: await tokenOf(EVA) } }
  expect((await refuse(server, validateInvitationCall, gone)).code).toBe('INVITATION_INVALID')
  const date = new Date(server.clock.now() + 20 * DAY_MS).toISOString().slice(0, 10)
  const mails = await mailsOf(() => succeed(server, setDeadlineCall, { ...of, body: { date } }))
  expect([...mails].sort()).toEqual([`deadline-changed ${ANA}`, `deadline-changed ${LUIS}`])
  const luiss = await guest(LUIS)
  await succeed(server, cancelDocumentCall, { ...of, body: { reason: 'Ya no' } })
  const read = await refuse(server, getFieldCall, { bearer: luiss, params: { id: field.id } })
  expect(read.code).toBe('DOCUMENT_CANCELLED')
})

test('a person who did not sign has their data removed, and who signed keeps theirs as evidence', async () => {
  const { server, guest, sign, tokenOf, list, fields } = await start()
  const [ana, luiss] = [await tokenOf(ANA), await tokenOf(LUIS)]
  await sign(await guest(LUIS))
  expect((await succeed(server, signerRemovalCall, { body: { token: luiss } })).outcome).toBe('kept')
  expect((await succeed(server, signerRemovalCall, { body: { token: ana } })).outcome).toBe('removed')
  expect(await list()).toMatchObject([luis])
  expect(await fields()).toMatchObject([{ signer_name: 'Luis Rojas', signer_email: LUIS }])
  const participants = await server.services.db.selectFrom('participants').select(['name', 'email']).execute()
  expect(participants).toEqual([{ name: 'Firmante retirado', email: '' }])
})
