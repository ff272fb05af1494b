import { revokeInvitationCall, shareFileCall, unshareFileCall } from 'shared/contract'
import { startInvited } from '../../../test/support/invited.ts'
import { inviteSigner, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed } from '../../../test/support/test-server.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { checkNotFrozen, type FreezingFacts, findFrozen, frozenBy } from './frozen.ts'

afterEach(closeTestServers)

const free: FreezingFacts = {
  signatures: 0,
  foreignSignatures: 0,
  answers: 0,
  openInvitations: 0,
  hasPublicLink: false,
}

test.each<[string, Partial<FreezingFacts>, string | null]>([
  ['nothing was sent', {}, null],
  ['an invitation is open', { openInvitations: 1 }, 'invited'],
  ['it has a public link', { hasPublicLink: true }, 'public-link'],
  ['a signature, which nothing undoes', { signatures: 1, openInvitations: 1, hasPublicLink: true }, 'signed'],
  ['it came with signatures', { foreignSignatures: 2, openInvitations: 1 }, 'signed-elsewhere'],
])('reason why a document is frozen: %s', (_, facts, kind) => {
  expect(frozenBy({ ...free, ...facts })?.kind ?? null).toBe(kind)
})

test('invitations freeze a document until revoked or expired; a signature freezes it permanently', async () => {
  const { server, document, owner, anasInvitation, open, sign, luis } = await startInvited()
  const { db, clock } = server.services
  const kind = async () => (await findFrozen(db, document.id, clock()))?.kind ?? null
  expect(await kind()).toBe('invited')
  await expect(checkNotFrozen(db, document.id, clock())).rejects.toMatchObject({
    code: 'DOCUMENT_FROZEN',
    message: expect.stringMatching(/retira antes las invitaciones/),
  })

  const { id: invitationId } = await anasInvitation()
  await succeed(server, revokeInvitationCall, { bearer: await owner(), params: { id: document.id, invitationId } })
  expect(await kind()).toBe('invited')
  server.clock.advance(31 * DAY_MS)
  expect(await kind()).toBe(null)
  await expect(checkNotFrozen(db, document.id, clock())).resolves.toBeUndefined()

  await inviteSigner(server, await owner(), luis)
  await sign(await open('luis@example.com'), luis)
  server.clock.advance(31 * DAY_MS)
  expect(await kind()).toBe('signed')
})

test('a public link for signing freezes a document until the owner closes the link', async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const { id } = await uploadDocument(server, bearer)
  const { db, clock } = server.services
  expect(await findFrozen(db, id, clock())).toBe(null)
  await succeed(server, shareFileCall, { bearer, params: { id } })
  expect(await findFrozen(db, id, clock())).toBe(null)
  await succeed(server, shareFileCall, { bearer, params: { id }, body: { mode: 'sign' } })
  expect(await findFrozen(db, id, clock())).toEqual({ kind: 'public-link' })
  await succeed(server, unshareFileCall, { bearer, params: { id } })
  expect(await findFrozen(db, id, clock())).toBe(null)
})
