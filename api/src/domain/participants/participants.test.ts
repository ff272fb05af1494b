import {
  createFieldCall,
  deleteFieldCall,
  digitalSignCall,
  forwardInvitationCall,
  getFieldCall,
  listFieldsCall,
  type SignatureField,
  validateInvitationCall,
} from 'shared/contract'
import { signerCopyCall, signerRemovalCall } from 'shared/contract/accounts'
import { getSigningOrderCall, setSigningOrderCall } from 'shared/contract/signing-order'
import { aboutAna, startInvited, tokenIn } from '../../../test/support/invited.ts'
import {
  comeByLink,
  stated as consented,
  drawing,
  inviteSigner,
  placeField,
  registerPerson,
  uploadDocument,
} from '../../../test/support/people.ts'
import { readArchive } from '../../../test/support/read-archive.ts'
import { closeTestServers, openTestServer, refuse, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const HOME = 'casa@example.com'
const ana = { signer_name: 'Ana Mora', signer_email: HOME }
const luis = { signer_name: 'Luis Mora', signer_email: HOME }

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  const place = (over: Parameters<typeof placeField>[3] = {}) => placeField(server, bearer, document.id, over)
  const body = { field_id: 'field_x', field_type: 'SECONDARY', ...ana, user_file_id: document.id } as const
  const list = () => succeed(server, listFieldsCall, { bearer, query: { user_file_id: String(document.id) } })
  const stored = () => server.services.db.selectFrom('participants').selectAll().execute()
  const order = { bearer, params: { id: document.id } }
  return { server, bearer, document, place, body, list, stored, order }
}

const participantsOf = (fields: readonly SignatureField[]) =>
  new Set(fields.map(({ participant_id }) => participant_id))

describe('a field without participant_id', () => {
  test('joins the participant with its name and address, who keeps the first spelling', async () => {
    const { place, stored } = await start()
    const one = await place(ana)
    const two = await place({ signer_name: 'ANA  mora', signer_email: 'Casa@Example.com' })
    expect(two).toMatchObject({ ...ana, participant_id: one.participant_id })
    expect(await stored()).toMatchObject([{ id: one.participant_id, kind: 'firma', name: 'Ana Mora', email: HOME }])
  })

  test('makes a participant for each other name or address, for each nameless signer, and for the owner', async () => {
    const { place } = await start()
    const others = [luis, { ...ana, signer_email: 'ana@example.com' }]
    const fields = [await place(ana), ...(await Promise.all(others.map(place)))]
    const own = { field_type: 'PRIMARY', ...ana } as const
    const owners = [await place(own), await place({ ...own, signer_name: 'Otro nombre' })]
    expect(participantsOf(fields).size).toBe(3)
    expect(participantsOf(owners).size).toBe(1)
    expect(participantsOf([...fields, ...owners]).size).toBe(4)
  })

  test('a repeated call makes neither a field nor a participant', async () => {
    const { server, bearer, body, stored } = await start()
    const field = await succeed(server, createFieldCall, { bearer, body })
    expect(await succeed(server, createFieldCall, { bearer, body })).toEqual(field)
    expect(await stored()).toHaveLength(1)
  })
})

describe('a field with participant_id', () => {
  test('gets that participant', async () => {
    const { server, bearer, document, place, body, order } = await start()
    const [one, two] = [await place(ana), await place(ana)]
    await succeed(server, setSigningOrderCall, { ...order, body: { mode: 'ordered', steps: [[one.id], [two.id]] } })
    const [, later] = await succeed(server, listFieldsCall, { bearer, query: { user_file_id: String(document.id) } })
    expect(later?.participant_id).not.toBe(one.participant_id)
    const third = await succeed(server, createFieldCall, {
      bearer,
      body: { ...body, participant_id: later?.participant_id },
    })
    expect(third.participant_id).toBe(later?.participant_id)
    const { steps } = await succeed(server, getSigningOrderCall, order)
    expect(steps.map(({ field_ids }) => field_ids)).toEqual([[one.id], [two.id, third.id]])
  })

  test('the API refuses a participant of another document or person, an unknown one, and one without fields', async () => {
    const { server, bearer, place, body, list } = await start()
    const [anas, luiss, gone] = [
      await place(ana),
      await place(luis),
      await place({ ...ana, signer_email: 'e@x.example' }),
    ]
    await succeed(server, deleteFieldCall, { bearer, params: { id: gone.id } })
    const own = await place({ field_type: 'PRIMARY', ...ana })
    const elsewhere = await placeField(server, bearer, (await uploadDocument(server, bearer)).id, ana)
    const { access_token: pedro } = await registerPerson(server, 'pedro')
    const foreign = await placeField(server, pedro, (await uploadDocument(server, pedro)).id, ana)
    for (const { participant_id } of [elsewhere, foreign, luiss, gone, own, { participant_id: 1 }])
      expect(await refuse(server, createFieldCall, { bearer, body: { ...body, participant_id } })).toMatchObject({
        code: 'VALIDATION',
        fields: { participant_id: expect.any(String) },
      })
    expect(await list()).toEqual([anas, luiss, own])
  })

  test('the API refuses a participant in a document of another account', async () => {
    const { server, body, place } = await start()
    const { participant_id } = await place(ana)
    const { access_token: bearer } = await registerPerson(server, 'pedro')
    expect(await refuse(server, createFieldCall, { bearer, body: { ...body, participant_id } })).toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('turns', () => {
  test('a person who signs in two steps is two participants, and one again in a later order', async () => {
    const { server, place, list, stored, order } = await start()
    const fields = [await place(ana), await place(luis), await place(ana)]
    const steps = fields.map(({ id }) => [id])
    await succeed(server, setSigningOrderCall, { ...order, body: { mode: 'ordered', steps } })
    expect((await stored()).map(({ name, turn }) => `${name} ${turn}`).sort()).toEqual([
      'Ana Mora 1',
      'Ana Mora 3',
      'Luis Mora 2',
    ])
    const together = [[fields[1]?.id ?? 0], [fields[0]?.id ?? 0, fields[2]?.id ?? 0]]
    await succeed(server, setSigningOrderCall, { ...order, body: { mode: 'ordered', steps: together } })
    expect(participantsOf(await list()).size).toBe(2)
    expect(await stored()).toHaveLength(2)
  })
})

describe('two people with one address', () => {
  const startBoth = async () => {
    const one = await start()
    const { server, bearer, place } = one
    const fields = { ana: await place(ana), luis: await place(luis) }
    const links = new Map<string, string>()
    for (const field of Object.values(fields)) {
      await inviteSigner(server, bearer, field)
      await server.relay.tick()
      const { mail } = server.delivered.at(-1) ?? {}
      links.set(field.signer_name, tokenIn(mail?.text_body ?? ''))
    }
    const tokenOf = (name: string) => links.get(name) ?? 'none'
    const open = async (name: string) =>
      (await succeed(server, validateInvitationCall, { query: { token: tokenOf(name) } })).access_token
    const signing = ({ id }: SignatureField, other_field_ids: number[] = []) => ({
      params: { fieldId: id },
      body: { field_id: id, signature_data: drawing(), other_field_ids },
    })
    return { ...one, fields, tokenOf, open, signing }
  }

  test('neither can open or sign the field of the other by their link', async () => {
    const { server, fields, tokenOf, open, signing } = await startBoth()
    const reply = await succeed(server, validateInvitationCall, { query: { token: tokenOf('Ana Mora') } })
    expect(reply).toMatchObject({ signature_field: { id: fields.ana.id }, other_fields: [] })
    const bearer = await open('Ana Mora')
    expect((await refuse(server, digitalSignCall, { bearer, ...signing(fields.luis) })).code).toBe('FORBIDDEN')
    expect((await refuse(server, getFieldCall, { bearer, params: { id: fields.luis.id } })).code).toBe('FORBIDDEN')
    const both = signing(fields.ana, [fields.luis.id])
    expect((await refuse(server, digitalSignCall, { bearer, ...both })).code).toBe('FORBIDDEN')
    expect(await server.services.db.selectFrom('signatures').selectAll().execute()).toEqual([])
    await succeed(server, digitalSignCall, { bearer, ...signing(fields.ana) })
    const signed = await succeed(server, digitalSignCall, { bearer: await open('Luis Mora'), ...signing(fields.luis) })
    expect(signed.signer_info).toEqual({ name: 'Luis Mora', email: HOME })
  })

  test('the removal of one leaves name, link and mails of the other', async () => {
    const { server, fields, tokenOf, open, signing, list } = await startBoth()
    const body = { token: tokenOf('Ana Mora') }
    const copy = await server.app.inject({ method: 'POST', url: signerCopyCall.path, payload: body })
    expect(String(readArchive(copy.rawPayload).get('datos.json'))).not.toContain('Luis')
    expect((await succeed(server, signerRemovalCall, { body })).outcome).toBe('removed')
    expect(await list()).toMatchObject([{ signer_name: 'Firmante retirado', signer_email: '' }, luis])
    expect((await refuse(server, validateInvitationCall, { query: body })).code).toBe('INVITATION_INVALID')
    const mails = await server.services.db
      .selectFrom('outbox')
      .select('to_name')
      .where('kind', '=', 'invitation')
      .execute()
    expect(mails.map(({ to_name }) => to_name).sort()).toEqual(['', 'Luis Mora'])
    await succeed(server, digitalSignCall, { bearer: await open('Luis Mora'), ...signing(fields.luis) })
  })

  test('one who has not signed is removed, although the other has signed', async () => {
    const { server, fields, tokenOf, open, signing, list } = await startBoth()
    await succeed(server, digitalSignCall, { bearer: await open('Luis Mora'), ...signing(fields.luis) })
    const reply = await succeed(server, signerRemovalCall, { body: { token: tokenOf('Ana Mora') } })
    expect(reply.outcome).toBe('removed')
    expect(await list()).toMatchObject([{ signer_name: 'Firmante retirado' }, { ...luis, is_signed: true }])
  })
})

test('a field that passes to another person leaves the other fields of its participant, and its turn stays', async () => {
  const invited = await startInvited()
  const { server, ana: first, luis: second, document } = invited
  const { answerProposalCall } = await import('shared/contract')
  const bearer = await invited.owner()
  const more = await placeField(server, bearer, document.id, { page: 2 })
  const params = { id: document.id }
  const steps = [[first.id, more.id], [second.id]]
  await succeed(server, setSigningOrderCall, { bearer, params, body: { mode: 'ordered', steps } })
  const guest = await invited.open('ana@example.com')
  const carmen = { name: 'Carmen Díaz', email: 'carmen@example.com', note: '' }
  await succeed(server, forwardInvitationCall, { bearer: guest, params: { fieldId: first.id }, body: carmen })
  await succeed(server, answerProposalCall, { ...(await aboutAna(invited)), body: { accepted: true } })
  const order = await succeed(server, getSigningOrderCall, { bearer, params })
  expect(order.steps.map(({ field_ids }) => field_ids)).toEqual([[first.id, more.id], [second.id]])
  const list = await succeed(server, listFieldsCall, { bearer, query: { user_file_id: String(document.id) } })
  expect(list.map(({ signer_name }) => signer_name)).toEqual(['Carmen Díaz', 'Luis Mata', 'Ana Rojas'])
  expect(participantsOf(list).size).toBe(3)
})

test('the signer by public link is another participant, also with an equal name', async () => {
  const { server, bearer, document, place, stored } = await start()
  await place({ signer_name: 'Luis Mata', signer_email: '', field_type: 'PRIMARY' })
  const guest = await comeByLink(server, bearer, document.id)
  const { id } = await server.services.db
    .selectFrom('agent_sessions')
    .select('field_id as id')
    .executeTakeFirstOrThrow()
  const body = { field_id: id, signature_data: drawing(), ...consented(document) }
  await succeed(server, digitalSignCall, { bearer: guest, params: { fieldId: id }, body })
  expect((await stored()).map(({ name }) => name)).toEqual(['Luis Mata', 'Luis Mata'])
})

test('deleting the last field of a participant ends it: a later field of the person has a new one', async () => {
  const { server, bearer, place, order } = await start()
  const [one, two] = [await place(ana), await place(luis)]
  await succeed(server, setSigningOrderCall, { ...order, body: { mode: 'ordered', steps: [[one.id], [two.id]] } })
  await succeed(server, deleteFieldCall, { bearer, params: { id: one.id } })
  const again = await place(ana)
  expect(again.participant_id).not.toBe(one.participant_id)
  const { steps } = await succeed(server, getSigningOrderCall, order)
  expect(steps.map(({ field_ids }) => field_ids)).toEqual([[two.id], [again.id]])
})
