import { digitalSignCall, getFileCall, remindCall, revokeInvitationCall, validateInvitationCall } from 'shared/contract'
import { inviteAlternateCall } from 'shared/contract/alternates'
import { correctAddressCall, getSigningOrderCall, setSigningOrderCall } from 'shared/contract/signing-order'
import { ANA, eva, LUIS, luis, startAlternates } from '../../../test/support/alternates.ts'
import { downloadBytes } from '../../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS } from '../../platform/clock.ts'

afterEach(closeTestServers)

const startInvitedBoth = async () => {
  const started = await startAlternates()
  const alternate = await started.add(luis)
  await started.invite()
  return { ...started, alternate }
}

describe('inviting', () => {
  test('the field’s signer and each alternate get an own link; the field and its signer stay as they were', async () => {
    const { add, invite, mailsOf, list, fields, open, field } = await startAlternates()
    expect(await add(luis)).toMatchObject({ ...luis, field_id: field.id, signed: false, invitation: null })
    expect(await mailsOf(() => invite())).toEqual([`invitation ${ANA}`, `invitation ${LUIS}`])
    expect(await list()).toMatchObject([{ ...luis, invitation: { email: LUIS, state: 'standing' } }])
    expect(await fields()).toMatchObject([{ signer_name: 'Ana Rojas', signer_email: ANA, is_signed: false }])
    expect((await open(LUIS)).signature_field).toMatchObject({ signer_name: 'Luis Rojas', signer_email: LUIS })
    expect((await open(ANA)).signature_field).toMatchObject({ signer_name: 'Ana Rojas' })
  })

  test('one who is added later is invited alone, and sending again invites no person twice', async () => {
    const { server, add, invite, mailsOf, of } = await startAlternates()
    await invite()
    const { id: alternateId } = await add(luis)
    const call = { ...of, params: { ...of.params, alternateId }, body: {} }
    expect(await mailsOf(() => succeed(server, inviteAlternateCall, call))).toEqual([`invitation ${LUIS}`])
    expect(await mailsOf(() => invite())).toEqual([`invitation ${ANA}`])
  })

  test('one person in the place of the same signer in two fields gets one mail for both', async () => {
    const { place, field, add, invite, mailsOf, lastMail, open } = await startAlternates()
    const second = await place({ page: 2 })
    await add(luis)
    await add(luis, second)
    expect(await mailsOf(() => invite([field, second]))).toEqual([`invitation ${ANA}`, `invitation ${LUIS}`])
    expect(lastMail(LUIS)).toContain('2, con este mismo enlace')
    expect((await open(LUIS)).other_fields).toMatchObject([{ id: second.id, signer_name: 'Luis Rojas' }])
  })
})

test('one who is invited later to two places gets one mail, and no second one to a place that was revoked', async () => {
  const { server, place, field, add, invite, mailsOf, lastMail, list, of } = await startAlternates()
  const second = await place({ page: 2 })
  await invite([field, second])
  const { id: alternateId } = await add(luis)
  await add(luis, second)
  const call = { ...of, params: { ...of.params, alternateId }, body: {} }
  expect(await mailsOf(() => succeed(server, inviteAlternateCall, call))).toEqual([`invitation ${LUIS}`])
  expect(lastMail(LUIS)).toContain('2, con este mismo enlace')
  const revoked = (await list())[1]?.invitation?.id ?? 0
  await succeed(server, revokeInvitationCall, { ...of, params: { ...of.params, invitationId: revoked } })
  await succeed(server, inviteAlternateCall, call)
  expect((await list()).map(({ invitation }) => invitation?.state)).toEqual(['standing', 'revoked'])
})

describe('the first signature', () => {
  test('names who signed in the field, the log, the list and the mail to the owner, and completes the document', async () => {
    const { server, bearer, document, guest, sign, fields, list, log, of, lastMail, alternate } =
      await startInvitedBoth()
    const result = await sign(await guest(LUIS))
    expect(result).toMatchObject({ signer_info: luis, document: { is_signed: true } })
    expect(await fields()).toMatchObject([{ signer_name: 'Luis Rojas', signer_email: LUIS, is_signed: true }])
    expect(await list()).toMatchObject([{ ...luis, signed: true }])
    expect(await log('field-signed')).toMatchObject([
      { actor_name: 'Luis Rojas', data: { alternate: alternate.id, field: (await fields())[0]?.id } },
    ])
    const file = await succeed(server, getFileCall, of)
    expect(file).toMatchObject({ fields_total: 1, fields_signed: 1, signers: [{ name: 'Luis Rojas' }] })
    await server.relay.tick()
    expect(lastMail('olga@example.com')).not.toContain('Ana Rojas')
    const pdf = (await downloadBytes(server, bearer, document.id)).toString('latin1')
    expect(pdf.match(/\/ByteRange/g)?.length).toBe(2)
  })

  test('the others read who signed and keep the document for reading', async () => {
    const { server, document, guest, sign, open, signing, field } = await startInvitedBoth()
    const [ana, luiss] = [await guest(ANA), await guest(LUIS)]
    await sign(luiss)
    const opened = await open(ANA)
    expect(opened).toMatchObject({
      signed_by_other: true,
      signature_field: { signer_name: 'Luis Rojas', is_signed: true },
      signer_email: ANA,
      other_fields: [],
    })
    expect((await downloadBytes(server, ana, document.id)).subarray(0, 5).toString()).toBe('%PDF-')
    const late = await refuse(server, digitalSignCall, { bearer: ana, ...signing(field) })
    expect(late).toMatchObject({ code: 'FIELD_SIGNED', message: 'Ya firmó Luis Rojas. Tu firma ya no hace falta.' })
  })

  test('the field’s own signer may be the first, and the alternate reads it', async () => {
    const { guest, sign, open, list } = await startInvitedBoth()
    await sign(await guest(ANA))
    expect(await open(LUIS)).toMatchObject({ signed_by_other: true, signature_field: { signer_name: 'Ana Rojas' } })
    expect(await open(ANA)).not.toHaveProperty('signed_by_other')
    expect(await list()).toMatchObject([{ signed: false }])
  })

  test('one act signs all fields of the person, also those in the place of another', async () => {
    const { place, add, invite, guest, sign, fields, field } = await startAlternates()
    const second = await place({ page: 2 })
    const third = await place({ page: 3, signer_name: 'Luis Rojas', signer_email: LUIS })
    await add(luis)
    await add(luis, second)
    await invite([field, second])
    await invite([third])
    await sign(await guest(LUIS), field, [second, third])
    expect((await fields()).map(({ signer_name }) => signer_name)).toEqual(Array(3).fill('Luis Rojas'))
  })
})

describe('turns and reminders', () => {
  test('the turn comes for all who may sign, and the step counts once', async () => {
    const { server, place, field, add, invite, mailsOf, guest, sign, of } = await startAlternates()
    const first = await place({ signer_name: 'Beto Solís', signer_email: 'beto@example.com' })
    await add(luis)
    const steps = [[first.id], [field.id]]
    await succeed(server, setSigningOrderCall, { ...of, body: { mode: 'ordered', steps } })
    expect(await mailsOf(() => invite([field]))).toEqual([])
    await invite([first])
    const mails = await mailsOf(async () => sign(await guest('beto@example.com'), first))
    expect(mails.filter((mail) => mail.startsWith('invitation')).sort()).toEqual([
      `invitation ${ANA}`,
      `invitation ${LUIS}`,
    ])
    await sign(await guest(LUIS))
    const order = await succeed(server, getSigningOrderCall, of)
    expect(order.steps.map(({ signer_name, state }) => [signer_name, state])).toEqual([
      ['Beto Solís', 'signed'],
      ['Luis Rojas', 'signed'],
    ])
  })

  test('each is reminded by their own invitation, until the signature', async () => {
    const { server, list, of, mailsOf, guest, sign, alternate, invitations } = await startInvitedBoth()
    const invitationId = (await list())[0]?.invitation?.id ?? 0
    const call = { ...of, params: { ...of.params, invitationId }, body: {} }
    expect(await mailsOf(() => succeed(server, remindCall, call))).toEqual([`reminder ${LUIS}`])
    expect((await invitations())[0]?.reminders.sent).toBe(0)
    await mailsOf(async () => sign(await guest(ANA)))
    server.clock.advance(5 * DAY_MS)
    expect(await mailsOf(() => server.reminderMailer.tick())).toEqual([])
    expect(alternate.signed).toBe(false)
  })

  test('a corrected address keeps the person’s place, and the old link ends', async () => {
    const { server, list, of, tokenOf, fields, guest, sign } = await startInvitedBoth()
    const old = await tokenOf(LUIS)
    const invitationId = (await list())[0]?.invitation?.id ?? 0
    const call = { ...of, params: { ...of.params, invitationId }, body: { email: 'luis.r@example.com' } }
    await succeed(server, correctAddressCall, call)
    await server.relay.tick()
    expect(await refuse(server, validateInvitationCall, { query: { token: old } })).toMatchObject({
      code: 'INVITATION_INVALID',
    })
    expect(await fields()).toMatchObject([{ signer_name: 'Ana Rojas' }])
    await sign(await guest('luis.r@example.com'))
    expect(await fields()).toMatchObject([{ signer_name: 'Luis Rojas', signer_email: 'luis.r@example.com' }])
  })

  test('the log names the person who is added', async () => {
    const { add, log } = await startAlternates()
    await add(eva)
    expect(await log('alternate-added')).toMatchObject([{ data: { ...eva } }])
  })
})
