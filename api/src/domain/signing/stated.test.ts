import { digitalSignCall } from 'shared/contract'
import { CONSENT_VERSION } from 'shared/contract/consent'
import { startAsAna } from '../../../test/support/invited.ts'
import { drawing, placeField, registerPerson, stated, uploadDocument } from '../../../test/support/people.ts'
import { openPublicDocument } from '../../../test/support/public-link.ts'
import { closeTestServers, openTestServer, refuse, succeed } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const MISSING = ['consent', 'document_sha256']

describe("signing in the owner's session", () => {
  const start = async () => {
    const server = await openTestServer()
    const { access_token: bearer } = await registerPerson(server, 'olga')
    const document = await uploadDocument(server, bearer)
    const place = (page: number) => placeField(server, bearer, document.id, { field_type: 'PRIMARY', page })
    const [field, second] = [await place(1), await place(2)]
    const call = (over: object) => ({
      bearer,
      params: { fieldId: field.id },
      body: { field_id: field.id, signature_data: drawing(), ...over },
    })
    const missing = async (over: object) => {
      const { status, code, fields } = await refuse(server, digitalSignCall, call(over))
      expect({ status, code }).toEqual({ status: 400, code: 'VALIDATION' })
      return Object.keys(fields ?? {})
    }
    return { server, document, second, call, missing }
  }

  test('the API refuses a signature without consent or document hash and names the missing fields', async () => {
    const { server, document, call, missing } = await start()
    expect(await missing({})).toEqual(MISSING)
    expect(await missing({ consent: CONSENT_VERSION })).toEqual(['document_sha256'])
    expect(await missing({ document_sha256: document.sha256 })).toEqual(['consent'])
    expect(await server.services.db.selectFrom('signatures').selectAll().execute()).toEqual([])
    const { consent, document_sha256 } = stated(document)
    await succeed(server, digitalSignCall, call({ consent, document_sha256 }))
  })

  test('the API requires the identification when the owner signs several fields in one request', async () => {
    const { server, document, second, call, missing } = await start()
    const { identification, ...rest } = stated(document)
    const both = { ...rest, other_field_ids: [second.id] }
    expect(await missing(both)).toEqual(['identification'])
    await succeed(server, digitalSignCall, call({ ...both, identification }))
  })
})

test('the API refuses a public-link signature without consent and document hash', async () => {
  const { server, enter, request, signatures } = await openPublicDocument()
  const { body, ...rest } = request(await enter())
  const { field_id, signature_data } = body
  const refused = await refuse(server, digitalSignCall, { ...rest, body: { field_id, signature_data } })
  expect(Object.keys(refused.fields ?? {})).toEqual(MISSING)
  expect(await signatures()).toEqual([])
})

test("an invited guest signs with the specification's body alone, and the log states what was not declared", async () => {
  const { server, bearer, ana, sign, document } = await startAsAna()
  await sign(bearer, ana)
  const { data } = await server.services.db
    .selectFrom('audit_events')
    .select('data')
    .where('document_id', '=', document.id)
    .where('kind', '=', 'field-signed')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(data)).toMatchObject({ shown: 'no declarado' })
})
