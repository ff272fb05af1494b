import { pdfsig, testWith } from 'pdf/testing/node'
import type { UserFile } from 'shared/contract'
import { createSendingCall } from 'shared/contract/sendings'
import { scaled } from 'shared/testing/limits'
import { buildDocument } from '../bench/support/build-document.ts'
import { untilTrue } from './support/eventually.ts'
import { downloadBytes, placeField, registerPerson, uploadDocument } from './support/people.ts'
import { ANA, actOn, openAsInvited, signAs } from './support/sendings.ts'
import { closeTestServers, openTestServer, succeed } from './support/test-server.ts'

jest.setTimeout(scaled(600_000))
afterEach(closeTestServers)

/** As many as a sending may have. */
const DOCUMENTS = 20
/** 10 MB each in `npm run test:all`. */
const IMAGE_BYTES = process.env.TRAZO_TEST_ALL === '1' ? 1_000_000 : 20_000

testWith(['pdfsig'], 'one act signs twenty documents, the largest sending, and each is sealed', async () => {
  const server = await openTestServer({ variables: { RATE_LIMIT_FACTOR: '100' } })
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const documents: UserFile[] = []
  const fields = []
  for (let number = 1; number <= DOCUMENTS; number += 1) {
    const bytes = buildDocument({ pages: 10, imageBytes: IMAGE_BYTES })
    const document = await uploadDocument(server, bearer, bytes, `Anexo ${number}.pdf`)
    documents.push(document)
    fields.push(await placeField(server, bearer, document.id, ANA))
  }
  const [first] = fields
  if (first === undefined) throw new Error('no field was placed')
  await succeed(server, createSendingCall, { bearer, body: { documents: documents.map(({ id }) => id) } })
  const guest = await openAsInvited(server, bearer, first)
  const { signatures } = await signAs({ server }, guest, actOn(documents))
  expect(signatures).toHaveLength(DOCUMENTS)
  // Seals that the answer did not wait for are still under way.
  await untilTrue('all documents are sealed', async () => {
    await server.sealing.tick()
    const stored = await server.services.db.selectFrom('documents').select('status').execute()
    return stored.every(({ status }) => status === 'COMPLETED')
  })
  for (const { id } of documents) {
    const seen = pdfsig(await downloadBytes(server, bearer, id))
    // The seal is a document time stamp, which pdfsig cannot check.
    expect(seen.filter(({ valid }) => valid)).toHaveLength(1)
  }
})
