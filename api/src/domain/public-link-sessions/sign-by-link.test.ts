import { openPdf } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import {
  BY_PUBLIC_LINK,
  digitalSignCall,
  findFilesCall,
  getFieldCall,
  listFieldsCall,
  listFilesCall,
} from 'shared/contract'
import { becomeGuest, downloadBytes, inviteSigner, placeField, uploadDocument } from '../../../test/support/people.ts'
import { openPublicDocument as start } from '../../../test/support/public-link.ts'
import { closeTestServers, pathOf, refuse, succeed } from '../../../test/support/test-server.ts'
import { LINK_SESSION_LIFE } from '../access/link-session-constants.ts'

afterEach(closeTestServers)

const luis = { name: 'Luis Mata', email: 'luis@example.com' } as const

describe('signing by the bare link', () => {
  test('only the guest sees the field until the guest signs', async () => {
    const { server, owner, document, enter, sign } = await start()
    const guest = await enter(luis)
    const other = await enter()
    const show = (bearer: string) => succeed(server, getFieldCall, { bearer, params: { id: guest.field.id } })
    const list = () => succeed(server, listFieldsCall, { bearer: owner, query: { user_file_id: String(document.id) } })
    expect((await show(guest.bearer)).signature_field).toEqual(guest.field)
    for (const bearer of [other.bearer, owner])
      expect((await refuse(server, getFieldCall, { bearer, params: { id: guest.field.id } })).status).toBeGreaterThan(
        400,
      )
    expect(await list()).toEqual([])

    await sign(guest)
    const signed = { ...guest.field, is_signed: true, by_public_link: true, signed_at: '2026-01-31T18:00:00.000Z' }
    expect((await show(guest.bearer)).signature_field).toEqual(signed)
    expect(await list()).toEqual([signed])
  })

  test('the signature has the stated name, and signature, log and list record the public link', async () => {
    const { server, owner, document, enter, sign, signatures } = await start()
    const guest = await enter(luis)
    const result = await sign(guest)
    expect(result).toMatchObject({
      field_id: guest.field.id,
      signer_info: luis,
      certificate_info: { subject: `Luis Mata (${BY_PUBLIC_LINK})` },
      by_public_link: true,
      agent: 'simulated',
      proven_identification: null,
      document: { id: document.id, is_signed: true },
    })
    const session = await server.services.db.selectFrom('agent_sessions').selectAll().executeTakeFirstOrThrow()
    expect(session.used_at).toBe(server.clock.now())
    expect(await signatures()).toMatchObject([
      {
        signer_name: 'Luis Mata',
        signer_email: 'luis@example.com',
        agent: 'simulated',
        declared_identification: 'nacional 01-0234-0567',
        came_by: `agent-session:${session.id}`,
      },
    ])
    const events = await server.services.db.selectFrom('audit_events').selectAll().orderBy('number').execute()
    const actor = `agent-session:${session.id}`
    expect(events.slice(2).filter(({ kind }) => kind !== 'mail-queued')).toMatchObject([
      { kind: 'signer-identified', actor },
      { kind: 'field-created', actor },
      { kind: 'signer-agreed', actor },
      { kind: 'field-signed', actor },
      { kind: 'document-sealed', actor: 'system' },
      { kind: 'document-completed', actor: 'system' },
    ])
    expect(JSON.parse(events.find(({ kind }) => kind === 'field-signed')?.data ?? '')).toMatchObject({
      agent: 'simulated',
      declared: 'nacional 01-0234-0567',
    })
    const [listed] = await succeed(server, listFilesCall, { bearer: owner })
    expect(listed).toMatchObject({
      status: 'COMPLETED',
      fields_total: 1,
      fields_signed: 1,
      signers: [{ name: luis.name, by_public_link: true }],
    })
    const found = await succeed(server, findFilesCall, { bearer: owner, query: { q: 'mata' } })
    expect(found.documents).toMatchObject([{ id: document.id }])
  })

  test('the signature records the identification of the session, not of the signing request', async () => {
    const { server, enter, request, signatures } = await start()
    const { body, ...rest } = request(await enter())
    const identification = { type: 'extranjero', number: '155800123456' } as const
    await succeed(server, digitalSignCall, { ...rest, body: { ...body, identification } })
    expect(await signatures()).toMatchObject([{ declared_identification: 'nacional 01-0234-0567' }])
  })

  test('the signature also adds the existing fields to the PDF, and a guest can still sign those fields', async () => {
    const { server, owner, document, enter, sign } = await start()
    const field = await placeField(server, owner, document.id)
    const guest = await enter()
    expect(await sign(guest)).toMatchObject({ document: { is_signed: false } })
    const bytes = await downloadBytes(server, owner, document.id)
    const names = openPdf(bytes, { inflate: inflateWithNode }).signatureFields()
    expect(names.map(({ name }) => name)).toEqual([`trazo-${field.id}`, `trazo-${guest.field.id}`])
    const invited = await becomeGuest(server, owner, field)
    expect(await sign({ bearer: invited, field })).toMatchObject({ document: { is_signed: true } })
  })

  test('when two guests sign simultaneously, one signs and the other gets DOCUMENT_FROZEN', async () => {
    const { server, enter, request, signatures, refused } = await start()
    const guests = [await enter(luis), await enter()]
    const answers = await Promise.all(
      guests.map(async (guest) => {
        const { bearer, params, body } = request(guest)
        const headers = { authorization: `Bearer ${bearer}` }
        return server.app.inject({ method: 'POST', url: pathOf(digitalSignCall, params), headers, payload: body })
      }),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'DOCUMENT_FROZEN' })
    expect(await signatures()).toHaveLength(1)
    expect(await server.services.db.selectFrom('fields').selectAll().execute()).toHaveLength(1)
    const late = guests.find((_, index) => answers[index]?.statusCode === 409)
    expect(late && (await refused(late))).toBe('DOCUMENT_FROZEN')
    await expect(enter()).rejects.toThrow('DOCUMENT_FROZEN')
  })

  test('a repeated request gets the same answer and creates no second signature', async () => {
    const { server, owner, document, enter, sign, signatures } = await start()
    const guest = await enter(luis)
    const [first, second] = await Promise.all([sign(guest), sign(guest)])
    expect(second).toEqual(first)
    const before = await downloadBytes(server, owner, document.id)
    server.clock.advance(LINK_SESSION_LIFE - 1)
    expect(await sign(guest)).toEqual(first)
    expect((await downloadBytes(server, owner, document.id)).equals(before)).toBe(true)
    expect(await signatures()).toHaveLength(1)
    expect(await server.services.db.selectFrom('fields').selectAll().execute()).toHaveLength(1)
  })

  test('a signature that fails leaves no field, and the guest can sign again', async () => {
    const { server, enter, sign, refused } = await start()
    const guest = await enter()
    jest.spyOn(server.services.signer, 'sign').mockRejectedValueOnce(new Error('broken'))
    expect(await refused(guest)).toBe('SIGNING_FAILED')
    expect(await server.services.db.selectFrom('fields').selectAll().execute()).toEqual([])
    await sign(guest)
  })
})

describe('signing by the link of a field', () => {
  test('the signed field gets the name and address of the person who signed', async () => {
    const { server, owner, document, enter, sign } = await start()
    const field = await placeField(server, owner, document.id)
    const result = await sign(await enter({ ...luis, field_id: field.id }))
    expect(result).toMatchObject({ field_id: field.id, signer_info: luis })
    const fields = await succeed(server, listFieldsCall, {
      bearer: owner,
      query: { user_file_id: String(document.id) },
    })
    expect(fields).toEqual([
      {
        ...field,
        signer_name: luis.name,
        signer_email: luis.email,
        is_signed: true,
        by_public_link: true,
        signed_at: result.signed_at,
      },
    ])
  })

  test('when one guest has signed by a field link, the API answers FIELD_SIGNED to the other guest', async () => {
    const { server, owner, document, enter, sign, refused } = await start()
    const field = await placeField(server, owner, document.id)
    const own = await placeField(server, owner, document.id, { field_type: 'PRIMARY' })
    const [one, other] = [await enter({ field_id: field.id }), await enter({ field_id: field.id })]
    await sign({ bearer: owner, field: own })
    await sign(one)
    // The other's idempotency key reveals nothing.
    expect(await refused(other)).toBe('FIELD_SIGNED')
  })

  test('after a later invitation, the API refuses a signature by the field link', async () => {
    const { server, owner, document, enter, refused } = await start()
    const field = await placeField(server, owner, document.id)
    const guest = await enter({ field_id: field.id })
    await inviteSigner(server, owner, field)
    expect(await refused(guest)).toBe('INVITATION_NEEDED')
  })

  test('the field link gives access to no other field', async () => {
    const { server, owner, document, enter, refused } = await start()
    const [field, second] = [await placeField(server, owner, document.id), await placeField(server, owner, document.id)]
    const { bearer } = await enter({ field_id: field.id })
    expect(await refused({ bearer, field: second })).toBe('FORBIDDEN')
    const elsewhere = await placeField(server, owner, (await uploadDocument(server, owner)).id)
    expect(await refused({ bearer, field: elsewhere })).toBe('FIELD_OF_OTHER_DOCUMENT')
  })
})
