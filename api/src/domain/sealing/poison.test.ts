import { inflateWithNode } from 'pdf/node'
import { textPdf } from 'pdf/testing/node'
import { verifyPdf } from 'pdf/verify'
import { digitalSignCall } from 'shared/contract'
import { createFormFieldCall } from 'shared/contract/form-fields'
import { newFormField } from '../../../test/support/form-fields.ts'
import {
  becomeGuest,
  downloadBytes,
  drawing,
  placeField,
  registerPerson,
  uploadDocument,
} from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const WORDS = '/ByteRange [0 1 2 3]'
const OBJECT = `) 7 0 obj <<${WORDS}>> endobj (`

const page = (more = ''): string =>
  `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>> ${more}>>`
const document = (more: string, objects: readonly string[] = [], trailer = ''): Uint8Array =>
  textPdf(['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Pages /Kids [3 0 R] /Count 1>>', page(more), ...objects], {
    trailer,
  })
const content = `BT /F1 12 Tf 50 700 Td (${WORDS}) Tj ET`

const signAndSeal = async (server: TestServer, bytes: Uint8Array, { answer = '', name = 'Ana Rojas' } = {}) => {
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const { id } = await uploadDocument(server, bearer, bytes)
  const field = await placeField(server, bearer, id, { signer_name: name })
  const body = { ...newFormField(field), client_id: 'campo_1' }
  const form = await succeed(server, createFormFieldCall, { bearer, body })
  const guest = await becomeGuest(server, bearer, field)
  const form_values = [{ form_field_id: form.id, value: answer }]
  await succeed(server, digitalSignCall, {
    bearer: guest,
    params: { fieldId: field.id },
    body: { field_id: field.id, signature_data: drawing(), form_values },
  })
  const { authorities } = server.services.verification
  const sealed = new Uint8Array(await downloadBytes(server, bearer, id))
  const report = await verifyPdf(sealed, {
    ...authorities,
    now: new Date(server.clock.now()),
    inflate: inflateWithNode,
  })
  if (report.kind !== 'signed') throw new Error(`the document is ${report.kind}`)
  return { verdict: report.verdict, hidden: report.hidden, count: report.signatures.length }
}

const good = { verdict: 'valid', hidden: 0, count: 2 }

test.each([WORDS, OBJECT])(
  'a guest who answers %s in a form field does not make the signatures suspicious',
  async (answer) => {
    expect(await signAndSeal(await openTestServer(), document(''), { answer })).toEqual(good)
  },
)

test('a signer whose name holds the words does not, either', async () => {
  expect(await signAndSeal(await openTestServer(), document(''), { name: `Ana ${OBJECT}` })).toEqual(good)
})

test.each<[string, Uint8Array]>([
  ['the title', document('', [`<</Title (${WORDS})>>`], '/Info 4 0 R')],
  ['a note', document('/Annots [<</Type /Annot /Subtype /Text /Rect [9 9 30 30] /Contents (/ByteRange [0 1 2 3])>>]')],
  ['uncompressed text', document('/Contents 4 0 R', [`<</Length ${content.length}>>\nstream\n${content}\nendstream`])],
])('an upload with the words in %s is signed and sealed, and its signatures are good', async (_, bytes) => {
  expect(await signAndSeal(await openTestServer(), bytes)).toEqual(good)
})

test('an upload on which our signatures would be doubted is repaired, and its signatures are good', async () => {
  const bytes = document('', ['<</X 1 0 R>>'])
  expect(await signAndSeal(await openTestServer(), bytes)).toEqual(good)
})

test('an upload that no repair helps is refused with a reason, before anybody is invited', async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  await expect(uploadDocument(server, bearer, document('/Annots [1 0 R]'))).rejects.toThrow(
    /PDF_UNSUPPORTED.*quedarían en duda.*Probamos a firmarlo/,
  )
})
