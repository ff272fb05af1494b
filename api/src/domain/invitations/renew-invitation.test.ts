import {
  lapsedInvitationCall,
  renewInvitationCall,
  revokeInvitationCall,
  validateInvitationCall,
} from 'shared/contract'
import { aboutAna, eventsOf, startInvited, tokenIn } from '../../../test/support/invited.ts'
import { renameSigners } from '../../../test/support/participants.ts'
import { invitationToken, inviteSigner } from '../../../test/support/people.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS } from '../../platform/clock.ts'

afterEach(closeTestServers)

const ANA = 'ana@example.com'

const start = async () => {
  const invited = await startInvited()
  const { server } = invited
  const token = await invitationToken(server, ANA)
  const read = () => succeed(server, lapsedInvitationCall, { query: { token } })
  const renew = () => succeed(server, renewInvitationCall, { body: { token } })
  const refused = async () => [
    (await refuse(server, lapsedInvitationCall, { query: { token } })).code,
    (await refuse(server, renewInvitationCall, { body: { token } })).code,
  ]
  return { ...invited, invited, token, read, renew, refused }
}

const named = { original_filename: 'Contrato de alquiler.pdf', owner_name: 'María José Núñez' }
const NO = ['INVITATION_INVALID', 'INVITATION_INVALID']

test('an expired link shows document and owner, and its renewal mails a link to the invited address only', async () => {
  const { invited, server, read, renew, mailsOf, lastMail } = await start()
  server.clock.advance(31 * DAY_MS)
  expect(await read()).toEqual(named)
  expect(await mailsOf(renew)).toEqual([`invitation ${ANA}`])
  const query = { token: tokenIn(lastMail(ANA)) }
  expect((await succeed(server, validateInvitationCall, { query })).signature_field.id).toBe(invited.ana.id)
  const events = await eventsOf(invited, 'invitation-sent')
  expect(events.at(-1)).toMatchObject({
    actor: expect.stringMatching(/^guest:/),
    data: { reason: 'el firmante pidió un enlace nuevo' },
  })
})

test('a guest can renew a link that a newer invitation to the same address replaced', async () => {
  const { server, owner, ana, read, renew, mailsOf } = await start()
  await inviteSigner(server, await owner(), ana)
  await server.relay.tick()
  expect(await read()).toEqual(named)
  expect(await mailsOf(renew)).toEqual([`invitation ${ANA}`])
})

test('the API refuses to renew a valid link', async () => {
  expect(await (await start()).refused()).toEqual(NO)
})

test('the API refuses to show or renew a revoked link, also after its expiry', async () => {
  const { invited, server, refused, mailsOf } = await start()
  await succeed(server, revokeInvitationCall, await aboutAna(invited))
  await mailsOf(async () => expect(await refused()).toEqual(NO))
  server.clock.advance(31 * DAY_MS)
  expect(await mailsOf(async () => expect(await refused()).toEqual(NO))).toEqual([])
})

test('the API refuses to renew the link of a replaced signer or of a signed field', async () => {
  const { server, ana, luis, open, sign, refused } = await start()
  const luisToken = await invitationToken(server, 'luis@example.com')
  await sign(await open('luis@example.com'), luis)
  server.clock.advance(31 * DAY_MS)
  expect((await refuse(server, lapsedInvitationCall, { query: { token: luisToken } })).code).toBe('INVITATION_INVALID')
  await renameSigners(server.services.db, { name: 'Eva Mora', email: 'eva@example.com' }, ana.id)
  expect(await refused()).toEqual(NO)
})

test('the API answers INVITATION_INVALID to an unknown token', async () => {
  const { server } = await startInvited()
  expect((await refuse(server, lapsedInvitationCall, { query: { token: 'inventado' } })).code).toBe(
    'INVITATION_INVALID',
  )
})
