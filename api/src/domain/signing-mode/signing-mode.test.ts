import {
  digitalSignCall,
  getFileCall,
  listInvitationsCall,
  publicLinkCall,
  revokeInvitationCall,
  shareFileCall,
  unshareFileCall,
  validateInvitationCall,
} from 'shared/contract'
import { getSigningModeCall, setSigningModeCall } from 'shared/contract/signing-order'
import { chooseMode, signBoth, startCertified } from '../../../test/support/certified.ts'
import {
  becomeGuest,
  comeByLink,
  downloadBytes,
  drawing,
  invitationToken,
  placeField,
  registerPerson,
  signable,
  stated,
  uploadDocument,
} from '../../../test/support/people.ts'
import { type NationalOffice, openNationalOffice } from '../../../test/support/stand-in-firmador/national-office.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { admittedMeans } from '../signing/authorise-signing.ts'

let office: NationalOffice
beforeAll(async () => {
  office = await openNationalOffice()
})
afterAll(() => office.close())
afterEach(closeTestServers)

const certifiedInTable = ({ services }: TestServer) =>
  services.db.updateTable('documents').set({ signing_mode: 'certified' }).execute()

test.each([
  ['electronic', ['simulated', 'firmador', 'fva', 'fva-simulator', 'own-program']],
  ['certified', ['firmador', 'fva', 'fva-simulator', 'own-program']],
  ['otro', []],
])('the signing mode %s admits the means %j', (mode, means) => {
  expect(admittedMeans(mode)).toEqual(means)
})

describe('the signing mode of a document', () => {
  test('the owner changes the signing mode; the invitation states the mode, and the log records each change', async () => {
    const { server, bearer, document, ana } = await startCertified(office)
    const params = { id: document.id }
    expect(await succeed(server, getSigningModeCall, { bearer, params })).toEqual({
      mode: 'certified',
      fixed: null,
      unavailable: null,
    })
    expect(await chooseMode(server, bearer, document.id, 'electronic')).toMatchObject({ mode: 'electronic' })
    await chooseMode(server, bearer, document.id, 'certified')
    await becomeGuest(server, bearer, ana)
    await server.relay.tick()
    const mail = server.delivered.find(({ mail: { kind } }) => kind === 'invitation')?.mail
    expect(mail?.text_body).toContain('Este documento pide firma digital certificada')
    const token = await invitationToken(server, 'ana@example.com')
    expect(await succeed(server, validateInvitationCall, { query: { token } })).toMatchObject({
      signing_mode: 'certified',
    })
    const events = server.services.db.selectFrom('audit_events').select('data').where('kind', '=', 'mode-changed')
    expect((await events.orderBy('number').execute()).map(({ data }) => JSON.parse(data))).toEqual([
      { mode: 'certified' },
      { mode: 'electronic' },
      { mode: 'certified' },
    ])
  })

  test('the API refuses to change the mode while an invitation or a public link for signing is open', async () => {
    const { server, bearer, document, ana } = await startCertified(office)
    const params = { id: document.id }
    const change = { bearer, params, body: { mode: 'electronic' as const } }
    await becomeGuest(server, bearer, ana)
    const refused = await refuse(server, setSigningModeCall, change)
    expect(refused).toMatchObject({ status: 409, code: 'DOCUMENT_FROZEN' })
    expect(refused.message).toContain('retira antes las invitaciones')
    const [invitation] = await succeed(server, listInvitationsCall, { bearer, params })
    const revoked = { id: document.id, invitationId: invitation?.id ?? 0 }
    await succeed(server, revokeInvitationCall, { bearer, params: revoked })
    await succeed(server, shareFileCall, { bearer, params, body: signable })
    expect(await succeed(server, publicLinkCall, { params })).toMatchObject({ signing_mode: 'certified' })
    expect(await refuse(server, setSigningModeCall, change)).toMatchObject({ code: 'DOCUMENT_FROZEN' })
    await succeed(server, unshareFileCall, { bearer, params })
    expect(await succeed(server, setSigningModeCall, change)).toMatchObject({ mode: 'electronic', fixed: null })
  })

  test('the API refuses to change the mode of a document that has signatures', async () => {
    const certified = await startCertified(office)
    const { server, bearer, document } = certified
    await signBoth(certified, office)
    const call = { bearer, params: { id: document.id }, body: { mode: 'electronic' as const } }
    expect((await refuse(server, setSigningModeCall, call)).message).toContain('ya tiene firmas')
    expect(await succeed(server, getFileCall, call)).toMatchObject({ signing_mode: 'certified' })
    const signed = await downloadBytes(server, bearer, document.id)
    const { id } = await uploadDocument(server, bearer, signed)
    const choice = await succeed(server, getSigningModeCall, { bearer, params: { id } })
    expect(choice.fixed).toContain('ya traía firmas')
  })

  test('only the owner may change the signing mode', async () => {
    const { server, bearer, document, ana } = await startCertified(office)
    const guest = await becomeGuest(server, bearer, ana)
    const { access_token: other } = await registerPerson(server, 'eva')
    const call = { params: { id: document.id }, body: { mode: 'electronic' as const } }
    expect(await refuse(server, setSigningModeCall, { ...call, bearer: other })).toMatchObject({ status: 404 })
    expect((await refuse(server, setSigningModeCall, { ...call, bearer: guest })).status).toBeGreaterThan(400)
    expect((await refuse(server, getSigningModeCall, { ...call, bearer: guest })).status).toBeGreaterThan(400)
  })

  test.each([
    ['nothing', {}, 'no tiene configuradas las autoridades nacionales'],
    ['no time-stamp authority', { only: ['SIGNING_AGENT', 'SIGNING_AGENT_CA'] }, 'su sello de tiempo'],
    [
      'no means to sign with',
      { only: ['SIGNING_AGENT_CA', 'TSA_URL', 'TSA_CA', 'TSA_ALLOW_HTTP'] },
      'un medio para firmar',
    ],
  ])(
    'the API refuses the certified mode when the installation has configured %s',
    async (_, { only = [] }: { only?: string[] }, reason) => {
      const variables = Object.fromEntries(only.map((name) => [name, office.variables[name] ?? '']))
      const server = await openTestServer({ variables })
      const { access_token: bearer } = await registerPerson(server, 'olga')
      const { id } = await uploadDocument(server, bearer)
      const choice = await succeed(server, getSigningModeCall, { bearer, params: { id } })
      expect(choice).toMatchObject({ mode: 'electronic', unavailable: expect.stringContaining(reason) })
      const call = { bearer, params: { id }, body: { mode: 'certified' as const } }
      expect(await refuse(server, setSigningModeCall, call)).toMatchObject({ status: 409, code: 'MODE_UNAVAILABLE' })
    },
  )
})

describe('platform certificates in a certified document', () => {
  const start = async () => {
    const { SIGNING_AGENT: _agent, ...variables } = office.variables
    const server = await openTestServer({ variables })
    office.clock = server.clock.now
    const { access_token: bearer } = await registerPerson(server, 'olga')
    return { server, bearer, document: await uploadDocument(server, bearer) }
  }
  const signing = (fieldId: number, statement: object = {}) => ({
    params: { fieldId },
    body: { field_id: fieldId, signature_data: drawing(), ...statement },
  })

  test('guest, owner and public-link guest cannot sign a certified document with a platform certificate', async () => {
    const { server, bearer, document } = await start()
    const field = await placeField(server, bearer, document.id)
    const own = await placeField(server, bearer, document.id, { field_type: 'PRIMARY' })
    const guest = await becomeGuest(server, bearer, field)
    await certifiedInTable(server)
    const asGuest = { bearer: guest, ...signing(field.id) }
    expect(await refuse(server, digitalSignCall, asGuest)).toMatchObject({ status: 409, code: 'CERTIFIED_ONLY' })
    const asOwner = { bearer, ...signing(own.id, stated(document)) }
    expect(await refuse(server, digitalSignCall, asOwner)).toMatchObject({ code: 'CERTIFIED_ONLY' })
    const shared = await uploadDocument(server, bearer)
    const link = await comeByLink(server, bearer, shared.id)
    await certifiedInTable(server)
    const session = await server.services.db.selectFrom('agent_sessions').select('field_id').executeTakeFirstOrThrow()
    const byLink = { bearer: link, ...signing(session.field_id, stated(shared)) }
    expect(await refuse(server, digitalSignCall, byLink)).toMatchObject({ code: 'CERTIFIED_ONLY' })
    expect(await server.services.db.selectFrom('signatures').selectAll().execute()).toEqual([])
  })

  test('the worker does not seal a document as certified when it has a platform signature', async () => {
    const { server, bearer, document } = await start()
    const own = await placeField(server, bearer, document.id, { field_type: 'PRIMARY' })
    const broken = jest.spyOn(server.services.signer, 'seal').mockRejectedValue(new Error('later'))
    await succeed(server, digitalSignCall, { bearer, ...signing(own.id, stated(document)) })
    broken.mockRestore()
    await certifiedInTable(server)
    server.clock.advance(60_000)
    await server.sealing.tick()
    expect(await server.services.db.selectFrom('seal_jobs').selectAll().execute()).toMatchObject([
      { state: 'pending', problem: 'not-verified' },
    ])
    expect(await server.services.db.selectFrom('seals').selectAll().execute()).toEqual([])
  })
})
