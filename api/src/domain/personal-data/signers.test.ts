import {
  declineInvitationCall,
  listInvitationsCall,
  revokeInvitationCall,
  validateInvitationCall,
} from 'shared/contract'
import { privacyCall, signerCopyCall, signerDataCall, signerRemovalCall } from 'shared/contract/accounts'
import { aboutAna, eventsOf, startInvited } from '../../../test/support/invited.ts'
import { downloadBytes, invitationToken, inviteSigner } from '../../../test/support/people.ts'
import { deleteDocumentOf, erase, RETENTION, startSigned } from '../../../test/support/personal-data.ts'
import { readArchive } from '../../../test/support/read-archive.ts'
import { scanTables } from '../../../test/support/scan-for.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { DAY_MS } from '../../platform/clock.ts'

afterEach(closeTestServers)

const ANA = 'ana@example.com'

const copyOf = async ({ app }: TestServer, token: string) => {
  const answer = await app.inject({ method: 'POST', url: signerCopyCall.path, payload: { token } })
  return readArchive(answer.rawPayload)
}

/** Except in the log, whose entries are chained. */
const tracesOfAna = async (server: TestServer) =>
  (await scanTables(server, [ANA, 'Ana Rojas'])).filter((place) => !place.startsWith('audit_events'))

test('the API returns the retention period of the installation for the privacy page', async () => {
  const server = await openTestServer({ variables: { RETENTION_DAYS: '45' } })
  expect(await succeed(server, privacyCall)).toEqual({ retention_days: 45 })
})

test('a signer’s link shows document, owner and signer', async () => {
  const { server } = await startInvited()
  const token = await invitationToken(server, ANA)
  expect(await succeed(server, signerDataCall, { body: { token } })).toEqual({
    original_filename: 'Contrato de alquiler.pdf',
    owner_name: 'María José Núñez',
    name: 'Ana Rojas',
    email: ANA,
    signed: false,
  })
})

test('a signer’s copy has the signed document and the signer’s data, and no data of other signers', async () => {
  const { server, owner, document } = await startSigned()
  const files = await copyOf(server, await invitationToken(server, ANA))
  expect([...files.keys()]).toEqual(['LEEME.txt', 'datos.json', 'documento.pdf'])
  expect(files.get('documento.pdf')).toEqual(await downloadBytes(server, await owner(), document.id))
  const data = String(files.get('datos.json'))
  expect(JSON.parse(data)).toMatchObject({ nombre: 'Ana Rojas', firmas: [{ signer_email: ANA }] })
  expect(data).toContain('"que": "field-signed"')
  expect(data).toContain('127.0.0.1')
  for (const other of ['luis@example.com', 'Luis Mata', 'token_hash']) expect(data).not.toContain(other)
})

describe('removal of a signer’s data', () => {
  test('the removal for a pending signer immediately erases name, address, mails and link', async () => {
    const invited = await startInvited()
    const { server, mailsOf, owner, document } = invited
    const token = await invitationToken(server, ANA)
    let reply: unknown
    const mails = await mailsOf(async () => {
      reply = await succeed(server, signerRemovalCall, { body: { token } })
    })
    expect(reply).toMatchObject({ outcome: 'removed' })
    expect(mails).toEqual(['removal-request olga@example.com'])
    expect(invited.lastMail('olga@example.com')).not.toMatch(/Ana|ana@/)
    expect(await tracesOfAna(server)).toEqual([])
    for (const call of [signerDataCall, signerRemovalCall])
      expect(await refuse(server, call, { body: { token } })).toMatchObject({ code: 'INVITATION_INVALID' })
    expect(await refuse(server, validateInvitationCall, { query: { token } })).toMatchObject({
      code: 'INVITATION_INVALID',
    })
    const call = { bearer: await owner(), params: { id: document.id } }
    expect(JSON.stringify(await succeed(server, listInvitationsCall, call))).not.toContain(ANA)
    expect(await eventsOf(invited, 'removal-asked')).toMatchObject([{ actor: 'system', data: { outcome: 'removed' } }])
  })

  test('after the removal for one signer, another signer can still sign and stays recorded', async () => {
    const invited = await startInvited()
    const { server, sign, open, luis } = invited
    await succeed(server, signerRemovalCall, { body: { token: await invitationToken(server, ANA) } })
    await sign(await open('luis@example.com'), luis)
    expect(await scanTables(server, ['Luis Mata'])).toContain('participants: Luis Mata')
  })

  test('the removal for a signer who declined erases the reason, too', async () => {
    const invited = await startInvited()
    const { server, ana } = invited
    const token = await invitationToken(server, ANA)
    const bearer = await invited.open(ANA)
    await succeed(server, declineInvitationCall, {
      bearer,
      params: { fieldId: ana.id },
      body: { reason: 'estoy enferma' },
    })
    await server.relay.tick()
    await succeed(server, signerRemovalCall, { body: { token } })
    expect(await tracesOfAna(server)).toEqual([])
    const places = await scanTables(server, ['estoy enferma'])
    expect(places.filter((place) => !place.startsWith('audit_events'))).toEqual([])
  })

  test('the removal for a signer who signed is recorded and notified once, and keeps the signature', async () => {
    const signed = await startSigned()
    const { server, mailsOf } = signed
    const body = { token: await invitationToken(server, ANA) }
    const mails = await mailsOf(async () => {
      for (let times = 0; times < 2; times += 1)
        expect(await succeed(server, signerRemovalCall, { body })).toMatchObject({
          outcome: 'kept',
          message: expect.stringContaining('prueban lo que firmaste'),
        })
    })
    expect(mails).toEqual(['removal-request olga@example.com'])
    expect(signed.lastMail('olga@example.com')).toContain('Ana Rojas')
    expect(await scanTables(server, ['Ana Rojas'])).toContain('signatures: Ana Rojas')
    expect(await eventsOf(signed, 'removal-asked')).toMatchObject([{ data: { outcome: 'kept' } }])
    await deleteDocumentOf(signed)
    server.clock.advance(RETENTION)
    await erase(server)
    expect(await scanTables(server, ['Ana Rojas', ANA])).toEqual([])
  })

  test('removal and copy still work after the invitation links have expired', async () => {
    const { server } = await startInvited()
    const token = await invitationToken(server, ANA)
    server.clock.advance(31 * DAY_MS)
    expect(await succeed(server, signerRemovalCall, { body: { token } })).toMatchObject({ outcome: 'removed' })
    expect([...(await copyOf(server, await invitationToken(server, 'luis@example.com'))).keys()]).toEqual([
      'LEEME.txt',
      'datos.json',
    ])
  })
})

describe.each([
  ['data', signerDataCall],
  ['copy', signerCopyCall],
  ['removal', signerRemovalCall],
] as const)('invalid tokens in the call for %s', (_, call) => {
  const invalid = { code: 'INVITATION_INVALID' }

  test('the API refuses an unknown token', async () => {
    const { server } = await startInvited()
    expect(await refuse(server, call, { body: { token: 'x'.repeat(43) } })).toMatchObject(invalid)
  })

  test('the API refuses the token of a revoked invitation', async () => {
    const invited = await startInvited()
    const token = await invitationToken(invited.server, ANA)
    await succeed(invited.server, revokeInvitationCall, await aboutAna(invited))
    expect(await refuse(invited.server, call, { body: { token } })).toMatchObject(invalid)
    expect(await scanTables(invited.server, [ANA])).toContain(`invitations: ${ANA}`)
  })

  test('the API refuses a token that a newer invitation replaced', async () => {
    const { server, owner, ana } = await startInvited()
    const token = await invitationToken(server, ANA)
    await inviteSigner(server, await owner(), ana)
    expect(await refuse(server, call, { body: { token } })).toMatchObject(invalid)
  })

  test('the API refuses the token of a deleted document', async () => {
    const invited = await startInvited()
    const token = await invitationToken(invited.server, ANA)
    await deleteDocumentOf(invited)
    expect(await refuse(invited.server, call, { body: { token } })).toMatchObject(invalid)
  })
})
