import { buildPdf, inkBox, mutoolValid, pdfsigPeople, renderPage, testWith } from 'pdf/testing/node'
import {
  cancelDocumentCall,
  deleteFieldCall,
  deleteFileCall,
  getFieldCall,
  sendPdfEmailCall,
  unshareFileCall,
} from 'shared/contract'
import { downloadBytes, placeField } from '../../../test/support/people.ts'
import { openPublicDocument as start } from '../../../test/support/public-link.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { LINK_SESSION_LIFE } from '../access/link-session-constants.ts'
import { blackPng } from '../signing/test-support/signing.ts'

afterEach(closeTestServers)

const luis = { name: 'Luis Mata', email: 'luis@example.com' } as const

describe('the end of a public-link session', () => {
  test('the session expires after fifteen minutes', async () => {
    const { server, enter, refused, read } = await start()
    const guest = await enter()
    server.clock.advance(LINK_SESSION_LIFE - 1)
    expect(await read(guest)).toBe(200)
    expect((await refuse(server, getFieldCall, { bearer: guest.bearer, params: { id: 4242 } })).code).toBe(
      'FIELD_OF_OTHER_DOCUMENT',
    )
    server.clock.advance(1)
    expect(await refused(guest)).toBe('SESSION_EXPIRED')
  })

  test('unsharing ends the session, and sharing again does not restore the session', async () => {
    const { server, owner, params, share, enter, refused, read } = await start()
    const guest = await enter()
    await succeed(server, unshareFileCall, { bearer: owner, params })
    expect([await refused(guest), await read(guest)]).toEqual(['NOT_FOUND', 404])
    await share()
    expect(await refused(guest)).toBe('NOT_FOUND')
  })

  test('deleting the field ends the session', async () => {
    const { server, owner, document, enter, refused } = await start()
    const field = await placeField(server, owner, document.id)
    const guest = await enter({ field_id: field.id })
    await succeed(server, deleteFieldCall, { bearer: owner, params: { id: field.id } })
    expect(await refused(guest)).toBe('NOT_FOUND')
  })

  test('deleting the document ends the session, even while a signature is in progress', async () => {
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

  test('cancelling the document ends the session, but a guest who signed still gets the first reply', async () => {
    const { server, owner, document, params, enter, sign, refused } = await start()
    const [field, second] = [await placeField(server, owner, document.id), await placeField(server, owner, document.id)]
    const [done, late] = [await enter({ field_id: field.id }), await enter({ field_id: second.id })]
    const answer = await sign(done)
    await succeed(server, cancelDocumentCall, { bearer: owner, params, body: {} })
    expect(await refused(late)).toBe('DOCUMENT_CANCELLED')
    expect(await sign(done)).toEqual(answer)
  })
})

describe('the signed document', () => {
  const mailsTo = (delivered: readonly { readonly mail: { readonly kind: string; readonly to_address: string } }[]) =>
    delivered.map(({ mail }) => `${mail.kind} ${mail.to_address}`).sort()

  test('the completed document is mailed to the address that the guest gave and to the owner', async () => {
    const { server, enter, sign } = await start()
    await sign(await enter(luis))
    await server.relay.tick()
    expect(mailsTo(server.delivered)).toEqual([
      'document-completed luis@example.com',
      'document-completed olga@example.com',
    ])
  })

  test('the completed document is mailed to the owner only when the guest gave no address', async () => {
    const { server, enter, sign } = await start()
    await sign(await enter())
    await server.relay.tick()
    expect(mailsTo(server.delivered)).toEqual(['document-completed olga@example.com'])
  })

  test('a copy can be mailed again to signers only, and only while the document is shared', async () => {
    const { server, owner, params, enter, sign } = await start()
    const guest = await enter(luis)
    const copy = { params, body: { email: 'LUIS@example.com' } }
    expect(await refuse(server, sendPdfEmailCall, copy)).toMatchObject({ code: 'RECIPIENT_NOT_OF_DOCUMENT' })
    await sign(guest)
    expect(await succeed(server, sendPdfEmailCall, copy)).toEqual({ success: true })
    await succeed(server, unshareFileCall, { bearer: owner, params })
    expect(await refuse(server, sendPdfEmailCall, copy)).toMatchObject({ status: 404 })
    const other = { params, body: { email: 'otra@example.com' } }
    expect(await refuse(server, sendPdfEmailCall, other)).toMatchObject({ status: 404 })
  })

  const odd = { mediaBox: [-300, -200, 620, 900], cropBox: [-250.25, -150, 500, 650.5], rotate: 90 } as const

  testWith(
    ['pdfsig', 'mutool', 'pdftoppm'],
    'the signature is valid, and the drawing lies inside the displayed field',
    async () => {
      const { server, owner, document, enter, sign } = await start(buildPdf({ xref: 'stream', pages: [odd, {}] }))
      const guest = await enter(luis)
      const { x_relative: x, y_relative: y, width_relative: width, height_relative: height } = guest.field
      await sign(guest, `data:image/png;base64,${Buffer.from(blackPng(100, 32)).toString('base64')}`)
      const bytes = await downloadBytes(server, owner, document.id)
      expect(pdfsigPeople(bytes)).toEqual([
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
    },
  )
})
