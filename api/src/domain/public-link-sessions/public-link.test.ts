import {
  BY_PUBLIC_LINK,
  getFieldCall,
  linkCodeCall,
  listFieldsCall,
  listFilesCall,
  publicLinkCall,
  shareFileCall,
  startAgentSessionCall,
} from 'shared/contract'
import { setSigningOrderCall } from 'shared/contract/signing-order'
import { cedula, placeField } from '../../../test/support/people.ts'
import { openPublicDocument as start } from '../../../test/support/public-link.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { LINK_CODE_ATTEMPTS, LINK_CODE_LIFE } from './link-codes.ts'

afterEach(closeTestServers)

describe('a public link for reading', () => {
  test('a public link is for reading unless the owner requests more', async () => {
    const { server, owner, params } = await start()
    const shared = await succeed(server, shareFileCall, { bearer: owner, params })
    expect(shared.public_link).toEqual({ mode: 'read', email_code: false })
    expect(await succeed(server, publicLinkCall, { params })).toEqual({
      mode: 'read',
      email_code: false,
      signing_mode: 'electronic',
    })
  })

  test('a link that changes to reading immediately ends the sessions of guests who came to sign', async () => {
    const { server, owner, params, enter, refused, signatures } = await start()
    const guest = await enter()
    await succeed(server, shareFileCall, { bearer: owner, params })
    expect(await refused(guest)).toBe('NOT_FOUND')
    expect(await signatures()).toEqual([])
  })

  test('the API answers NOT_FOUND for the public link of an unknown document', async () => {
    const { server } = await start()
    expect((await refuse(server, publicLinkCall, { params: { id: 4242 } })).code).toBe('NOT_FOUND')
  })
})

describe('a public link for signing that accepts no new signature', () => {
  const closedOf = async ({ server, params }: Awaited<ReturnType<typeof start>>) =>
    (await succeed(server, publicLinkCall, { params })).closed

  test('the link is closed as signed after a signature', async () => {
    const scene = await start()
    expect(await closedOf(scene)).toBeUndefined()
    await scene.sign(await scene.enter())
    expect(await closedOf(scene)).toBe('signed')
  })

  test('the link is closed as ordered when the document has a signing order', async () => {
    const scene = await start()
    const { server, owner, params, document } = scene
    const { id } = await placeField(server, owner, document.id)
    const body = { mode: 'ordered' as const, steps: [[id]] }
    await succeed(server, setSigningOrderCall, { bearer: owner, params, body })
    expect(await closedOf(scene)).toBe('ordered')
  })
})

describe('a stranger with a field link', () => {
  const stranger = { name: 'Eva Mora' } as const

  test('the stranger signs under the stated name, never under the name that the owner wrote', async () => {
    const { server, owner, document, enter, sign, signatures } = await start()
    const field = await placeField(server, owner, document.id)
    await placeField(server, owner, document.id, { field_type: 'PRIMARY' })
    const result = await sign(await enter({ ...stranger, field_id: field.id }))
    expect(result).toMatchObject({ signer_info: { name: 'Eva Mora', email: '' }, by_public_link: true })
    expect(await signatures()).toMatchObject([{ signer_name: 'Eva Mora', signer_email: '' }])
    expect(result.certificate_info.subject).toBe(`Eva Mora (${BY_PUBLIC_LINK})`)
  })

  test('document list, field list and mail mark the signature as made by public link', async () => {
    const { server, owner, document, enter, sign } = await start()
    const field = await placeField(server, owner, document.id)
    await placeField(server, owner, document.id, { field_type: 'PRIMARY' })
    await sign(await enter({ name: field.signer_name, field_id: field.id }))
    const [listed] = await succeed(server, listFilesCall, { bearer: owner })
    expect(listed?.signers).toMatchObject([
      { name: field.signer_name, by_public_link: true },
      { by_public_link: false },
    ])
    const query = { user_file_id: String(document.id) }
    expect(await succeed(server, listFieldsCall, { bearer: owner, query })).toMatchObject([
      { by_public_link: true },
      { by_public_link: false },
    ])
    await server.relay.tick()
    const mail = server.delivered.find(({ mail: { kind } }) => kind === 'field-signed')?.mail
    expect(mail?.subject).toContain(BY_PUBLIC_LINK)
  })

  test('the stranger does not see the signer’s address that the owner wrote', async () => {
    const { server, owner, document, enter } = await start()
    const field = await placeField(server, owner, document.id)
    const { bearer } = await enter({ ...stranger, field_id: field.id })
    const { signature_field } = await succeed(server, getFieldCall, { bearer, params: { id: field.id } })
    expect(signature_field.signer_email).toBe('')
  })
})

describe('a public link that requires an e-mail code', () => {
  const email = 'luis@example.com'
  const open = async () => {
    const opened = await start()
    await opened.share({ email_code: true })
    const { server, document } = opened
    const body = { user_file_id: document.id, field_id: null, identification: cedula, name: 'Luis Mata', email }
    const enterWith = (over: object) => ({ body: { ...body, ...over } })
    const code = async () => {
      await succeed(server, linkCodeCall, { body: { user_file_id: document.id, email } })
      await server.relay.tick()
      const text = server.delivered.findLast(({ mail }) => mail.to_address === email)?.mail.text_body ?? ''
      return /Código: (\d{6})/.exec(text)?.[1] ?? ''
    }
    return { ...opened, enterWith, code }
  }

  test('the API refuses a missing or wrong code', async () => {
    const { server, enterWith } = await open()
    const refused = async (over: object) => (await refuse(server, startAgentSessionCall, enterWith(over))).code
    expect(await refused({})).toBe('EMAIL_CODE_NEEDED')
    expect(await refused({ email: '', email_code: '123456' })).toBe('EMAIL_CODE_NEEDED')
    expect(await refused({ email_code: '123456' })).toBe('EMAIL_CODE_WRONG')
  })

  test('the API accepts a code once, and only for the address that received the code', async () => {
    const { server, enterWith, code } = await open()
    const email_code = await code()
    const other = await refuse(server, startAgentSessionCall, enterWith({ email: 'eva@example.com', email_code }))
    expect(other.code).toBe('EMAIL_CODE_WRONG')
    await succeed(server, startAgentSessionCall, enterWith({ email_code }))
    const session = await server.services.db.selectFrom('agent_sessions').selectAll().executeTakeFirstOrThrow()
    expect(session.email_confirmed_at).toBe(server.clock.now())
    expect((await refuse(server, startAgentSessionCall, enterWith({ email_code }))).code).toBe('EMAIL_CODE_WRONG')
  })

  test('a code is valid for ten minutes and five attempts', async () => {
    const { server, enterWith, code } = await open()
    const refused = async (over: object) => (await refuse(server, startAgentSessionCall, enterWith(over))).code
    const late = await code()
    server.clock.advance(LINK_CODE_LIFE)
    expect(await refused({ email_code: late })).toBe('EMAIL_CODE_WRONG')
    const tried = await code()
    const wrong = tried === '000000' ? '111111' : '000000'
    for (let attempt = 0; attempt < LINK_CODE_ATTEMPTS; attempt++) await refused({ email_code: wrong })
    expect(await refused({ email_code: tried })).toBe('EMAIL_CODE_WRONG')
  })

  test('the API mails no code for a document without a code requirement', async () => {
    const { server, document } = await start()
    const wish = { body: { user_file_id: document.id, email } }
    expect((await refuse(server, linkCodeCall, wish)).code).toBe('NOT_FOUND')
    await server.relay.tick()
    expect(server.delivered).toEqual([])
  })
})
