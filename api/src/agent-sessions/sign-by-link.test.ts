import {
  deleteFieldCall,
  deleteFileCall,
  digitalSignCall,
  downloadFileCall,
  findFilesCall,
  getFieldCall,
  listFieldsCall,
  listFilesCall,
  type SignatureField,
  sendPdfEmailCall,
  shareFileCall,
  startAgentSessionCall,
  unshareFileCall,
} from 'shared/contract'
import {
  becomeGuest,
  cedula,
  downloadBytes,
  drawing,
  inviteSigner,
  placeField,
  registerPerson,
  uploadDocument,
} from '../../test/support/people.ts'
import { closeTestServers, openTestServer, pathOf, refuse, succeed } from '../../test/support/test-server.ts'
import { inflateWithNode } from '../signing/pdf/inflate-node.ts'
import { openPdf } from '../signing/pdf/pdf-document.ts'
import { buildPdf } from '../signing/test-support/build-pdf.ts'
import { inkBox } from '../signing/test-support/ink.ts'
import { blackPng } from '../signing/test-support/signing.ts'
import { mutoolValid, pdfsig, renderPage, testWith } from '../signing/test-support/tools.ts'
import { AGENT_SESSION_LIFE } from './constants.ts'
import type { SessionRequest } from './start-session.ts'

afterEach(closeTestServers)

interface Guest {
  readonly bearer: string
  readonly field: SignatureField
}

const KEY = 'f1d3ff84-4329-4732-8762-66f4b4c8f4ba'

/** A public document, and people who come by its links. */
const start = async (bytes?: Uint8Array, variables: Readonly<Record<string, string>> = {}) => {
  const server = await openTestServer({ variables })
  const { access_token: owner } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, owner, bytes, 'Contrato.pdf')
  const params = { id: document.id }
  const share = () => succeed(server, shareFileCall, { bearer: owner, params })
  await share()
  const enter = async (wish: Partial<SessionRequest> = {}): Promise<Guest> => {
    const body = { user_file_id: document.id, field_id: null, identification: cedula, ...wish }
    const reply = await succeed(server, startAgentSessionCall, { body })
    return { bearer: reply.access_token, field: reply.signature_field }
  }
  const request = ({ bearer, field }: Guest, signature_data = drawing()) => ({
    bearer,
    params: { fieldId: field.id },
    body: { field_id: field.id, signature_data, idempotency_key: KEY },
  })
  const sign = (guest: Guest, image?: string) => succeed(server, digitalSignCall, request(guest, image))
  const refused = async (guest: Guest) => (await refuse(server, digitalSignCall, request(guest))).code
  const read = async ({ bearer }: Guest) => {
    const headers = { authorization: `Bearer ${bearer}` }
    return (await server.app.inject({ method: 'GET', url: pathOf(downloadFileCall, params), headers })).statusCode
  }
  const signatures = () => server.services.db.selectFrom('signatures').selectAll().execute()
  return { server, owner, document, params, share, enter, request, sign, refused, read, signatures }
}

const luis = { name: 'Luis Mata', email: 'luis@example.com' } as const

describe('by the bare link', () => {
  test('the field is seen by its guest alone, until it is signed', async () => {
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
    const signed = { ...guest.field, is_signed: true, signed_at: '2026-01-31T18:00:00.000Z' }
    expect((await show(guest.bearer)).signature_field).toEqual(signed)
    expect(await list()).toEqual([signed])
  })

  test('the signature names who they say to be, and is recorded with all that is known of it', async () => {
    const { server, owner, document, enter, sign, signatures } = await start()
    const guest = await enter(luis)
    const result = await sign(guest)
    expect(result).toMatchObject({
      field_id: guest.field.id,
      signer_info: luis,
      certificate_info: { subject: 'Luis Mata' },
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
    expect(events.slice(2)).toMatchObject([
      { kind: 'field-created', actor },
      { kind: 'field-signed', actor },
      { kind: 'document-completed', actor: 'system' },
    ])
    expect(JSON.parse(events[3]?.data ?? '')).toMatchObject({ agent: 'simulated', declared: 'nacional 01-0234-0567' })
    const [listed] = await succeed(server, listFilesCall, { bearer: owner })
    expect(listed).toMatchObject({
      status: 'COMPLETED',
      fields_total: 1,
      fields_signed: 1,
      signers: [{ name: luis.name }],
    })
    const found = await succeed(server, findFilesCall, { bearer: owner, query: { q: 'mata' } })
    expect(found.documents).toMatchObject([{ id: document.id }])
  })

  test('what was declared to the agent counts, not what the request says', async () => {
    const { server, enter, request, signatures } = await start()
    const { body, ...rest } = request(await enter())
    const identification = { type: 'extranjero', number: '155800123456' } as const
    await succeed(server, digitalSignCall, { ...rest, body: { ...body, identification } })
    expect(await signatures()).toMatchObject([{ declared_identification: 'nacional 01-0234-0567' }])
  })

  test('fields that are there already go into the PDF with it, and can still be signed', async () => {
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

  test('of two at the same moment one signs, and the other hears that the document is frozen', async () => {
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
    // Nor does anybody get in any more.
    const late = guests.find((_, index) => answers[index]?.statusCode === 409)
    expect(late && (await refused(late))).toBe('DOCUMENT_FROZEN')
    await expect(enter()).rejects.toThrow('DOCUMENT_FROZEN')
  })

  test('the same request, sent again, gets the same answer and signs nothing twice', async () => {
    const { server, owner, document, enter, sign, signatures } = await start()
    const guest = await enter(luis)
    const [first, second] = await Promise.all([sign(guest), sign(guest)])
    expect(second).toEqual(first)
    const before = await downloadBytes(server, owner, document.id)
    server.clock.advance(AGENT_SESSION_LIFE - 1)
    expect(await sign(guest)).toEqual(first)
    expect((await downloadBytes(server, owner, document.id)).equals(before)).toBe(true)
    expect(await signatures()).toHaveLength(1)
    expect(await server.services.db.selectFrom('fields').selectAll().execute()).toHaveLength(1)
  })

  test('a signature that cannot be made leaves no field behind, and can be tried again', async () => {
    const { server, enter, sign, refused } = await start()
    const guest = await enter()
    jest.spyOn(server.services.signer, 'sign').mockRejectedValueOnce(new Error('broken'))
    expect(await refused(guest)).toBe('SIGNING_FAILED')
    expect(await server.services.db.selectFrom('fields').selectAll().execute()).toEqual([])
    await sign(guest)
  })

  test('with a card nothing is signed without the card', async () => {
    const { enter, refused } = await start(undefined, { SIGNING_AGENT: 'firmador' })
    expect(await refused(await enter())).toBe('CARD_NEEDED')
  })
})

describe('by the link of a field', () => {
  test('the field is from then on theirs who signed it', async () => {
    const { server, owner, document, enter, sign } = await start()
    const field = await placeField(server, owner, document.id)
    const result = await sign(await enter({ ...luis, field_id: field.id }))
    expect(result).toMatchObject({ field_id: field.id, signer_info: luis })
    const fields = await succeed(server, listFieldsCall, {
      bearer: owner,
      query: { user_file_id: String(document.id) },
    })
    expect(fields).toEqual([
      { ...field, signer_name: luis.name, signer_email: luis.email, is_signed: true, signed_at: result.signed_at },
    ])
  })

  test('who says nothing of themselves is whom the owner placed the field for', async () => {
    const { server, owner, document, enter, sign } = await start()
    const field = await placeField(server, owner, document.id)
    const { signer_info } = await sign(await enter({ field_id: field.id }))
    expect(signer_info).toEqual({ name: 'Ana Rojas', email: 'ana@example.com' })
  })

  test('of two people one signs; also after the other fields were signed', async () => {
    const { server, owner, document, enter, sign, refused } = await start()
    const field = await placeField(server, owner, document.id)
    const own = await placeField(server, owner, document.id, { field_type: 'PRIMARY' })
    const [one, other] = [await enter({ field_id: field.id }), await enter({ field_id: field.id })]
    await sign({ bearer: owner, field: own })
    await sign(one)
    // Not even by the name of the other's request does anyone learn of it.
    expect(await refused(other)).toBe('FIELD_SIGNED')
  })

  test('an invitation that is sent meanwhile goes before it', async () => {
    const { server, owner, document, enter, refused } = await start()
    const field = await placeField(server, owner, document.id)
    const guest = await enter({ field_id: field.id })
    await inviteSigner(server, owner, field)
    expect(await refused(guest)).toBe('INVITATION_NEEDED')
  })

  test('opens no other field of the document', async () => {
    const { server, owner, document, enter, refused } = await start()
    const [field, second] = [await placeField(server, owner, document.id), await placeField(server, owner, document.id)]
    const { bearer } = await enter({ field_id: field.id })
    expect(await refused({ bearer, field: second })).toBe('FORBIDDEN')
    const elsewhere = await placeField(server, owner, (await uploadDocument(server, owner)).id)
    expect(await refused({ bearer, field: elsewhere })).toBe('FIELD_OF_OTHER_DOCUMENT')
  })
})

describe('a session ends', () => {
  test('with its quarter of an hour', async () => {
    const { server, enter, refused, read } = await start()
    const guest = await enter()
    server.clock.advance(AGENT_SESSION_LIFE - 1)
    expect(await read(guest)).toBe(200)
    expect((await refuse(server, getFieldCall, { bearer: guest.bearer, params: { id: 4242 } })).code).toBe(
      'FIELD_OF_OTHER_DOCUMENT',
    )
    server.clock.advance(1)
    expect(await refused(guest)).toBe('SESSION_EXPIRED')
  })

  test('with the sharing, and does not come back with it', async () => {
    const { server, owner, params, share, enter, refused, read } = await start()
    const guest = await enter()
    await succeed(server, unshareFileCall, { bearer: owner, params })
    expect([await refused(guest), await read(guest)]).toEqual(['NOT_FOUND', 404])
    await share()
    expect(await refused(guest)).toBe('NOT_FOUND')
  })

  test('with its field', async () => {
    const { server, owner, document, enter, refused } = await start()
    const field = await placeField(server, owner, document.id)
    const guest = await enter({ field_id: field.id })
    await succeed(server, deleteFieldCall, { bearer: owner, params: { id: field.id } })
    expect(await refused(guest)).toBe('NOT_FOUND')
  })

  test('with its document, also while the signature is being made', async () => {
    const { server, owner, params, enter, refused, signatures } = await start()
    const guest = await enter()
    const { signer } = server.services
    const really = signer.sign
    jest.spyOn(signer, 'sign').mockImplementationOnce(async (input) => {
      await succeed(server, deleteFileCall, { bearer: owner, params })
      return really(input)
    })
    expect(await refused(guest)).toBe('NOT_FOUND')
    expect(await refused(guest)).toBe('NOT_FOUND')
    expect(await signatures()).toEqual([])
    expect(await server.services.db.selectFrom('fields').selectAll().execute()).toEqual([])
  })

  test('when the signing is called off; who had signed keeps the answer', async () => {
    const { server, owner, document, enter, sign, refused } = await start()
    const [field, second] = [await placeField(server, owner, document.id), await placeField(server, owner, document.id)]
    const [done, late] = [await enter({ field_id: field.id }), await enter({ field_id: second.id })]
    const answer = await sign(done)
    await server.services.db.updateTable('documents').set({ status: 'CANCELLED' }).execute()
    expect(await refused(late)).toBe('DOCUMENT_CANCELLED')
    expect(await sign(done)).toEqual(answer)
  })
})

describe('the signed document', () => {
  const mailsTo = (delivered: readonly { readonly mail: { readonly kind: string; readonly to_address: string } }[]) =>
    delivered.map(({ mail }) => `${mail.kind} ${mail.to_address}`).sort()

  test('goes to the address that was given, like to everyone who signed', async () => {
    const { server, enter, sign } = await start()
    await sign(await enter(luis))
    await server.relay.tick()
    expect(mailsTo(server.delivered)).toEqual([
      'document-completed luis@example.com',
      'document-completed olga@example.com',
    ])
  })

  test('goes to its owner alone where none was given', async () => {
    const { server, enter, sign } = await start()
    await sign(await enter())
    await server.relay.tick()
    expect(mailsTo(server.delivered)).toEqual(['document-completed olga@example.com'])
  })

  test('is mailed again to who signed, and to nobody who did not, also after the sharing was ended', async () => {
    const { server, owner, params, enter, sign } = await start()
    const guest = await enter(luis)
    const copy = { params, body: { email: 'LUIS@example.com' } }
    expect(await refuse(server, sendPdfEmailCall, copy)).toMatchObject({ code: 'RECIPIENT_NOT_OF_DOCUMENT' })
    await sign(guest)
    expect(await succeed(server, sendPdfEmailCall, copy)).toEqual({ success: true })
    await succeed(server, unshareFileCall, { bearer: owner, params })
    expect(await succeed(server, sendPdfEmailCall, copy)).toEqual({ success: true })
    const other = { params, body: { email: 'otra@example.com' } }
    expect(await refuse(server, sendPdfEmailCall, other)).toMatchObject({ status: 404 })
  })

  const odd = { mediaBox: [-300, -200, 620, 900], cropBox: [-250.25, -150, 500, 650.5], rotate: 90 } as const

  testWith(['pdfsig', 'mutool', 'pdftoppm'], 'is valid, and its ink is where the field was shown', async () => {
    const { server, owner, document, enter, sign } = await start(buildPdf({ xref: 'stream', pages: [odd, {}] }))
    const guest = await enter(luis)
    const { x_relative: x, y_relative: y, width_relative: width, height_relative: height } = guest.field
    await sign(guest, `data:image/png;base64,${Buffer.from(blackPng(100, 32)).toString('base64')}`)
    const bytes = await downloadBytes(server, owner, document.id)
    expect(pdfsig(bytes)).toEqual([
      { field: `trazo-${guest.field.id}`, type: 'ETSI.CAdES.detached', valid: true, wholeDocument: true },
    ])
    expect(mutoolValid(bytes)).toBe(1)
    const slack = 1 / 400
    const ink = inkBox(renderPage(bytes, 1, 72))
    expect(ink.x).toBeGreaterThanOrEqual(x - slack)
    expect(ink.y).toBeGreaterThanOrEqual(y - slack)
    expect(ink.x + ink.width).toBeLessThanOrEqual(x + width + slack)
    expect(ink.y + ink.height).toBeLessThanOrEqual(y + height + slack)
    expect(Math.max(ink.width / width, ink.height / height)).toBeGreaterThan(0.8)
  })
})
