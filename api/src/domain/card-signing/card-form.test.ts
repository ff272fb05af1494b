import { mutoolValid, pdfsig, runOn, testWith } from 'pdf/testing/node'
import { createFormFieldCall } from 'shared/contract/form-fields'
import {
  type CardOffice,
  complete,
  completion,
  openCardOffice,
  preparation,
  prepare,
  refuseComplete,
  refusePrepare,
  startWithCards,
} from '../../../test/support/card-signing.ts'
import { newFormField } from '../../../test/support/form-fields.ts'
import { downloadBytes } from '../../../test/support/people.ts'
import { closeTestServers, succeed } from '../../../test/support/test-server.ts'

let office: CardOffice
beforeAll(async () => {
  office = await openCardOffice()
})
afterAll(() => office.close())
afterEach(closeTestServers)

const start = async () => {
  const scene = await startWithCards(office)
  const { server, bearer, first } = scene
  const add = (client_id: string) =>
    succeed(server, createFormFieldCall, {
      bearer,
      body: {
        ...newFormField(first, { required: client_id === 'uno', y_relative: client_id === 'uno' ? 0.1 : 0.2 }),
        client_id,
      },
    })
  return { ...scene, add, text: await add('uno') }
}

testWith(['pdfsig', 'mutool', 'pdftotext'], 'a card signature includes the signer’s form values', async () => {
  const { server, bearer, document, first, guest, text } = await start()
  const form_values = [{ form_field_id: text.id, value: 'San José' }]
  const prepared = await prepare(server, guest, first, office.anas, { form_values })
  await complete(server, guest, first, completion(prepared, office.anas))
  const bytes = await downloadBytes(server, bearer, document.id)
  expect(pdfsig(bytes).filter(({ valid }) => valid)).toHaveLength(1)
  expect(mutoolValid(bytes)).toBe(1)
  expect(runOn(bytes, 'pdftotext', [], ['-']).output).toContain('San José')
  const { db } = server.services
  expect(await db.selectFrom('card_requests').select('form_values').execute()).toEqual([{ form_values: null }])
  expect(await db.selectFrom('form_fields').select('shown_value').execute()).toEqual([{ shown_value: 'San José' }])
})

test('the API refuses missing or oversized form values before it prepares a card signature', async () => {
  const { server, first, guest, text } = await start()
  for (const form_values of [[], [{ form_field_id: text.id, value: 'm'.repeat(150) }]])
    expect(await refusePrepare(server, guest, first.id, preparation(office.anas, { form_values }))).toMatchObject({
      code: 'FORM_VALUES_INVALID',
    })
})

test('the API refuses to complete the signature when form fields changed after the preparation', async () => {
  const { server, first, guest, text, add } = await start()
  const form_values = [{ form_field_id: text.id, value: 'San José' }]
  const prepared = await prepare(server, guest, first, office.anas, { form_values })
  await add('dos')
  expect(await refuseComplete(server, guest, first.id, completion(prepared, office.anas))).toMatchObject({
    code: 'DOCUMENT_CHANGED',
  })
})
