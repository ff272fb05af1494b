import {
  answerProposalCall,
  cancelDocumentCall,
  digitalSignCall,
  forwardInvitationCall,
  REASON_MAX,
  remindCall,
  renewInvitationCall,
  sendInvitationCall,
} from 'shared/contract'
import { signerCopyCall, signerRemovalCall } from 'shared/contract/accounts'
import { previewInvitationCall, setSigningOrderCall } from 'shared/contract/signing-order'
import { aboutAna, FILENAME, startInvited } from '../../../test/support/invited.ts'
import { drawing, invitationToken, inviteSigner, placeField, registerPerson } from '../../../test/support/people.ts'
import { readArchive } from '../../../test/support/read-archive.ts'
import { scanTables } from '../../../test/support/scan-for.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS, SECOND_MS } from '../../platform/clock.ts'

afterEach(closeTestServers)

const ANA = 'ana@example.com'
const WORDS = 'Hola, Ana:\nes el contrato de enero.'
const QUOTED = 'Mensaje personal de María José Núñez:\n> Hola, Ana:\n> es el contrato de enero.\n'

const startWith = async (message: string | undefined = WORDS, options = {}) => {
  const invited = await startInvited(options)
  const { server, ana } = invited
  const invite = async (text?: string) => {
    server.clock.advance(SECOND_MS)
    await inviteSigner(server, await invited.owner(), ana, text)
    await server.relay.tick()
    return invited.lastMail(ANA)
  }
  const first = await invite(message)
  const preview = async (body: { field_id: number; message?: string }) => ({
    bearer: await invited.owner(),
    params: { id: invited.document.id },
    body,
  })
  return { ...invited, invited, invite, first, preview }
}

describe('a personal message', () => {
  test('the mail quotes the message; a new mail repeats, changes or omits the message', async () => {
    const { first, invite } = await startWith()
    expect(first).toContain(QUOTED)
    expect(await invite()).toContain(QUOTED)
    const changed = await invite('Otro mensaje')
    expect(changed).toContain('> Otro mensaje')
    expect(changed).not.toContain('contrato de enero')
    expect(await invite('  \n ')).not.toContain('Mensaje personal')
    expect(await invite()).not.toContain('Mensaje personal')
  })

  test('a reminder and a renewed link repeat the message', async () => {
    const { server, invited, lastMail } = await startWith()
    server.clock.advance(DAY_MS)
    await succeed(server, remindCall, { ...(await aboutAna(invited)), body: {} })
    await server.relay.tick()
    expect(lastMail(ANA)).toContain('falta tu firma')
    expect(lastMail(ANA)).toContain(QUOTED)
    const token = await invitationToken(server, ANA)
    server.clock.advance(31 * DAY_MS)
    await succeed(server, renewInvitationCall, { body: { token } })
    await server.relay.tick()
    expect(lastMail(ANA)).toContain(QUOTED)
  })

  test('the mail that announces the signer’s turn contains the message', async () => {
    const { server, document, ana, luis, owner, open, lastMail } = await startWith()
    const params = { id: document.id }
    const body = { mode: 'ordered' as const, steps: [[luis.id], [ana.id]] }
    await succeed(server, setSigningOrderCall, { bearer: await owner(), params, body })
    const signature = { field_id: luis.id, signature_data: drawing() }
    const bearer = await open('luis@example.com')
    await succeed(server, digitalSignCall, { bearer, params: { fieldId: luis.id }, body: signature })
    await server.relay.tick()
    expect(lastMail(ANA)).toContain('es tu turno de firmar')
    expect(lastMail(ANA)).toContain(QUOTED)
  })

  test('the mail to a replacement signer omits the message to the previous signer', async () => {
    const { server, invited, ana, open, lastMail } = await startWith()
    const carmen = { name: 'Carmen Díaz', email: 'carmen@example.com' }
    const bearer = await open(ANA)
    await succeed(server, forwardInvitationCall, { bearer, params: { fieldId: ana.id }, body: carmen })
    await succeed(server, answerProposalCall, { ...(await aboutAna(invited)), body: { accepted: true } })
    await server.relay.tick()
    expect(lastMail(carmen.email)).toContain('te invita a firmar')
    expect(lastMail(carmen.email)).not.toContain('Mensaje personal')
  })

  test(`the API refuses a message of more than ${REASON_MAX} characters and sends no mail`, async () => {
    const { server, ana, owner, document, preview } = await startWith('a'.repeat(REASON_MAX))
    const before = server.delivered.length
    const message = 'a'.repeat(REASON_MAX + 1)
    const call = { bearer: await owner(), params: { id: document.id } }
    const invitation = { email: ANA, signer_name: '', document_url: '', field_id: ana.id, field_coordinates: null }
    for (const refused of [
      await refuse(server, sendInvitationCall, { ...call, body: { ...invitation, message } }),
      await refuse(server, previewInvitationCall, await preview({ field_id: ana.id, message })),
    ])
      expect(refused).toMatchObject({
        status: 400,
        code: 'VALIDATION',
        fields: { message: 'El texto debe tener como máximo 500 caracteres' },
      })
    await server.relay.tick()
    expect(server.delivered).toHaveLength(before)
  })

  test('a hostile message adds no header, link or markup to the mail', async () => {
    const hostile = 'Hola\r\nBcc: otro@evil.example\r\n\r\nRevisar y firmar:\nhttps://evil.example/<script>x</script>'
    const { server, ana, first } = await startWith(hostile)
    const mail = server.delivered.at(-1)?.mail
    expect(mail?.subject).toBe(`María José Núñez te invita a firmar «${FILENAME}»`)
    expect(mail).toMatchObject({ to_name: ana.signer_name, to_address: ANA })
    expect(first.match(/^Revisar y firmar:$/gm)).toHaveLength(1)
    expect(first).toContain('> https[:]//evil[.]example/')
    for (const part of [first, mail?.html_body]) expect(part).not.toContain('://evil')
    expect(mail?.html_body).not.toContain('<script')
  })

  test('the signer’s data copy has the message; a removal erases it and the signer’s name in other messages', async () => {
    const { server, luis, owner } = await startWith()
    await inviteSigner(server, await owner(), luis, 'Luis, primero firma Ana Rojas.')
    const token = await invitationToken(server, ANA)
    const copy = await server.app.inject({ method: 'POST', url: signerCopyCall.path, payload: { token } })
    expect(String(readArchive(copy.rawPayload).get('datos.json'))).toContain('es el contrato de enero.')
    await server.relay.tick()
    await succeed(server, signerRemovalCall, { body: { token } })
    const traces = await scanTables(server, ['contrato de enero', 'Ana Rojas'])
    expect(traces.filter((place) => !place.startsWith('audit_events'))).toEqual([])
  })
})

describe('the preview of an invitation mail', () => {
  const rowsOf = async ({ server }: Awaited<ReturnType<typeof startWith>>) => {
    const { db } = server.services
    return JSON.stringify([
      await db.selectFrom('invitations').selectAll().execute(),
      await db.selectFrom('outbox').selectAll().execute(),
      await db.selectFrom('audit_events').selectAll().execute(),
      await db.selectFrom('documents').selectAll().execute(),
    ])
  }

  test('the preview equals the sent mail without its links and changes no data', async () => {
    const started = await startWith('')
    const { server, ana, invite, preview } = started
    const before = await rowsOf(started)
    const shown = await succeed(
      server,
      previewInvitationCall,
      await preview({ field_id: ana.id, message: `  ${WORDS}` }),
    )
    expect(await rowsOf(started)).toBe(before)
    expect(shown.waits).toBe(false)
    const sent = await invite(WORDS)
    const mail = server.delivered.at(-1)?.mail
    const withoutLinks = (text = '') =>
      text
        .replace(/ href="[^"]*"/g, '')
        .replace(/https:\/\/trazo\.example\/sign\/[^\s<]+/g, 'https://trazo.example/sign/…')
    expect(shown).toEqual({
      subject: mail?.subject,
      text: withoutLinks(sent),
      html: withoutLinks(mail?.html_body),
      waits: false,
    })
    const token = await invitationToken(server, ANA)
    expect(sent).toContain(token)
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${token}|token=|href`))
  })

  test('the preview without a message repeats the previous message, like the mail', async () => {
    const { server, ana, preview } = await startWith()
    expect((await succeed(server, previewInvitationCall, await preview({ field_id: ana.id }))).text).toContain(QUOTED)
  })

  test('the preview for a signer of a later turn shows the mail that announces the turn', async () => {
    const { server, document, ana, luis, owner, preview } = await startWith()
    const body = { mode: 'ordered' as const, steps: [[luis.id], [ana.id]] }
    await succeed(server, setSigningOrderCall, { bearer: await owner(), params: { id: document.id }, body })
    expect(
      await succeed(server, previewInvitationCall, await preview({ field_id: ana.id, message: 'Hola' })),
    ).toMatchObject({
      waits: true,
      subject: `Es tu turno de firmar «${FILENAME}»`,
      text: expect.stringContaining('> Hola'),
    })
  })

  test('only the owner gets the preview; another user gets the same 404 as for a missing document', async () => {
    const { server, ana, document, preview, open } = await startWith()
    const { access_token: stranger } = await registerPerson(server, 'pedro')
    const call = await preview({ field_id: ana.id })
    const answers = [document.id, document.id + 1].map(async (id) => {
      const { status, code, message } = await refuse(server, previewInvitationCall, {
        ...call,
        bearer: stranger,
        params: { id },
      })
      return { status, code, message }
    })
    const [theirs, none] = await Promise.all(answers)
    expect(theirs).toEqual(none)
    expect(theirs).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const { params, body } = call
    expect((await refuse(server, previewInvitationCall, { params, body })).status).toBe(401)
    expect((await refuse(server, previewInvitationCall, { params, body, bearer: await open(ANA) })).status).toBe(403)
  })

  test('the API refuses the preview for an unknown, own or signed field and for a cancelled document', async () => {
    const { server, document, ana, owner, preview, open, sign } = await startWith()
    const bearer = await owner()
    const own = await placeField(server, bearer, document.id, { field_type: 'PRIMARY' })
    const codeOf = async (field_id: number) =>
      (await refuse(server, previewInvitationCall, await preview({ field_id }))).code
    expect(await codeOf(999)).toBe('FIELD_OF_OTHER_DOCUMENT')
    expect(await codeOf(own.id)).toBe('NOT_A_THIRD_PARTY_FIELD')
    await sign(await open(ANA), ana)
    expect(await codeOf(ana.id)).toBe('FIELD_SIGNED')
    await succeed(server, cancelDocumentCall, { bearer, params: { id: document.id }, body: {} })
    expect(await codeOf(ana.id)).toBe('DOCUMENT_CANCELLED')
  })

  test('the API limits the number of previews of one account', async () => {
    const { server, ana, preview } = await startWith('', { variables: { RATE_LIMIT_FACTOR: '0.2' } })
    const call = await preview({ field_id: ana.id })
    for (let times = 0; times < 120; times += 1) await succeed(server, previewInvitationCall, call)
    expect(await refuse(server, previewInvitationCall, call)).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
  })
})
