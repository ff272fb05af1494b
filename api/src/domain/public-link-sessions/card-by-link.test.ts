import { pdfsig, testWith } from 'pdf/testing/node'
import { digitalSignCall, listFieldsCall, signingAgentCall } from 'shared/contract'
import {
  type CardOffice,
  complete,
  completion,
  openCardOffice,
  preparation,
  prepare,
  refusePrepare,
  signatures,
} from '../../../test/support/card-signing.ts'
import { downloadBytes, drawing, stated } from '../../../test/support/people.ts'
import { openPublicDocument } from '../../../test/support/public-link.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'

let office: CardOffice
beforeAll(async () => {
  office = await openCardOffice()
})
afterAll(() => office.close())
afterEach(closeTestServers)

const start = () => openPublicDocument(undefined, { SIGNING_AGENT: 'firmador', SIGNING_AGENT_CA: office.caFile })

test('the API shows its signing agent without a login, and refuses a signature without a card', async () => {
  const { server, enter } = await start()
  expect(await succeed(server, signingAgentCall)).toEqual({ kind: 'firmador' })
  const { bearer, field } = await enter()
  const body = { field_id: field.id, signature_data: drawing() }
  expect((await refuse(server, digitalSignCall, { bearer, params: { fieldId: field.id }, body })).code).toBe(
    'CARD_NEEDED',
  )
})

testWith(['pdfsig'], 'the card signs the field of a bare-link guest', async () => {
  const { server, owner, document, enter } = await start()
  const { bearer, field } = await enter({ email: 'ana@example.com' })
  const late = await enter()
  const { document_sha256, consent } = stated(document)
  const what = { document_sha256, consent }
  const prepared = await prepare(server, bearer, field, office.anas, what)
  const query = { user_file_id: String(document.id) }
  expect(await succeed(server, listFieldsCall, { bearer: owner, query })).toEqual([])
  const result = await complete(server, bearer, field, completion(prepared, office.anas))
  expect(result).toMatchObject({
    field_id: field.id,
    agent: 'firmador',
    proven_identification: 'CPF-01-0234-0567',
    signer_info: { name: 'ANA ROJAS MORA (FIRMA)', email: 'ana@example.com' },
    document: { is_signed: true },
  })
  expect(await signatures(server)).toMatchObject([{ came_by: expect.stringMatching(/^agent-session:\d+$/) }])
  expect(await succeed(server, listFieldsCall, { bearer: owner, query })).toMatchObject([
    { id: field.id, signer_name: 'ANA ROJAS MORA (FIRMA)', is_signed: true },
  ])
  expect(pdfsig(await downloadBytes(server, owner, document.id))).toMatchObject([
    { field: `trazo-${field.id}`, valid: true },
  ])
  const tooLate = await refusePrepare(server, late.bearer, late.field.id, preparation(office.anas))
  expect(tooLate.code).toBe('DOCUMENT_FROZEN')
})
