import { inflateWithNode } from 'pdf/node'
import { verifyPdf } from 'pdf/verify'
import { retrySealingCall } from 'shared/contract/sealing'
import { chooseMode } from '../../../test/support/certified.ts'
import { returnCopy } from '../../../test/support/external-signer.ts'
import { becomeGuest, downloadBytes, placeField, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { ana } from '../../../test/support/stand-in-firmador/card.ts'
import { createHierarchy } from '../../../test/support/stand-in-firmador/hierarchy.ts'
import { type NationalOffice, openNationalOffice } from '../../../test/support/stand-in-firmador/national-office.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from '../../../test/support/test-server.ts'
import type { JudgeCopyFile } from './judging.ts'
import { type Identity, issueIdentity, signCopy, WHITE_BOX } from './test-support/sign-copy.ts'

let identity: Identity
beforeAll(async () => {
  identity = await issueIdentity(await createHierarchy(new Date('2025-06-01T00:00:00Z')), ana)
})
afterEach(closeTestServers)

const start = async (server: TestServer) => {
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  const field = await placeField(server, bearer, document.id)
  return { server, bearer, document, field }
}

const covering = (bytes: Uint8Array): Uint8Array =>
  signCopy(bytes, '', identity, { box: [50, 300, 300, 340], look: WHITE_BOX })

const refused = {
  status: 409,
  body: {
    code: 'COPY_COVERS',
    message: expect.stringMatching(
      /en la página 1, fuera de tu recuadro.*dentro del recuadro.*firma invisible.*súbela/,
    ),
    place: {
      page: 1,
      rect: { x: expect.any(Number), y: expect.any(Number), width: expect.any(Number), height: expect.any(Number) },
    },
  },
}

test('the API refuses a copy with a white box over the contract, names the place, and accepts the next copy', async () => {
  const { server, bearer, document, field } = await start(await openTestServer())
  const guest = await becomeGuest(server, bearer, field)
  const before = await downloadBytes(server, bearer, document.id)
  expect(await returnCopy(server, guest, field, covering)).toMatchObject(refused)
  expect((await downloadBytes(server, bearer, document.id)).equals(before)).toBe(true)
  const within = (bytes: Uint8Array) => signCopy(bytes, `trazo-${field.id}`, identity, { look: WHITE_BOX })
  expect(await returnCopy(server, guest, field, within)).toMatchObject({ status: 200 })
  const { status } = await server.services.db.selectFrom('documents').select('status').executeTakeFirstOrThrow()
  expect(status).toBe('COMPLETED')
})

/** As if the judge of copies had missed it. */
const missCovers = (server: TestServer): void => {
  const judge: JudgeCopyFile = server.services.judgeCopyFile
  const whole = { x: 0, y: 0, width: 1, height: 1 }
  const judgeCopyFile: JudgeCopyFile = (path, asked) => judge(path, { ...asked, place: { page: 1, rect: whole } })
  Object.assign(server.services, { judgeCopyFile })
}

test('a document with a drawing outside of every prepared place is not completed; owner and administrators learn why', async () => {
  const { server, bearer, document, field } = await start(await openTestServer())
  missCovers(server)
  const guest = await becomeGuest(server, bearer, field)
  expect(await returnCopy(server, guest, field, covering)).toMatchObject({ status: 200 })
  const failed = {
    status: 'FAILED',
    sealing: { state: 'failed', reason: expect.stringContaining('nuestra propia verificación') },
  }
  expect(await succeed(server, retrySealingCall, { bearer, params: { id: document.id }, body: {} })).toMatchObject(
    failed,
  )
  expect(server.adminEvents.filter(({ event }) => event === 'sealing-given-up')).toMatchObject([
    { document: document.id, attempts: 1, problem: 'not-verified', doubt: expect.any(String) },
    { document: document.id, attempts: 1, problem: 'not-verified', doubt: expect.any(String) },
  ])
  const kinds = await server.services.db.selectFrom('revisions').select('kind').execute()
  expect(kinds.map(({ kind }) => kind)).not.toContain('sealed')
  const { authorities } = server.services.verification
  const bytes = new Uint8Array(await downloadBytes(server, bearer, document.id))
  const report = await verifyPdf(bytes, { ...authorities, now: new Date(), inflate: inflateWithNode })
  expect(report).toMatchObject({ kind: 'signed', signatures: [{ problems: [] }] })
})

describe('in certified mode', () => {
  let office: NationalOffice
  beforeAll(async () => {
    office = await openNationalOffice()
  })
  afterAll(() => office.close())

  test('the API refuses a copy with a white box over the contract, too', async () => {
    const { server, bearer, document, field } = await start(await openTestServer({ variables: office.variables }))
    office.clock = server.clock.now
    await chooseMode(server, bearer, document.id, 'certified')
    const guest = await becomeGuest(server, bearer, field)
    expect(await returnCopy(server, guest, field, covering)).toMatchObject(refused)
  })
})
