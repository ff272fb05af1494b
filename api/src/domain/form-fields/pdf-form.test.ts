import { concatBytes, isArray, isDict, openPdf } from 'pdf'
import { inflateInBrowser } from 'pdf/inflate'
import { inflateWithNode } from 'pdf/node'
import { prepareFields } from 'pdf/sign'
import { mutoolValid, pdfsigPeople, runOn, testWith } from 'pdf/testing/node'
import { verifyPdf } from 'pdf/verify'
import { digitalSignCall } from 'shared/contract'
import {
  changeFormFieldCall,
  createFormFieldCall,
  listFormFieldsCall,
  type ProposedFormField,
  proposeFormFieldsCall,
} from 'shared/contract/form-fields'
import { createTemplateCall, templateDraftCall, useTemplateCall } from 'shared/contract/templates'
import { newFormField } from '../../../test/support/form-fields.ts'
import {
  becomeGuest,
  downloadBytes,
  drawing,
  placeField,
  registerPerson,
  threePages,
  uploadDocument,
} from '../../../test/support/people.ts'
import {
  closeTestServers,
  openTestServer,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const types = [
  { kind: 'text', multiline: false },
  { kind: 'checkbox' },
  { kind: 'choice', options: ['Colones', 'Dólares'] },
] as const
const names = ['Domicilio', 'Mascotas', 'Moneda']

const blankForm = (): Uint8Array => {
  const bytes = threePages()
  const fields = types.map((type, index) => {
    const rect = { x: 0.1, y: 0.1 + index * 0.1, width: type.kind === 'checkbox' ? 0.03 : 0.4, height: 0.03 }
    const name = names[index] ?? ''
    return { name, page: 1, rect, tooltip: index === 0 ? 'Domicilio\u0007  exacto' : '', required: index === 0, type }
  })
  return concatBytes([bytes, prepareFields(bytes, [], fields)])
}

const hiddenWidgets = (bytes: Uint8Array): number => {
  const { objects, page } = openPdf(bytes, { inflate: inflateWithNode })
  const widgets = objects.get(page(1).dict, 'Annots')
  return (isArray(widgets) ? widgets.items : []).filter((item) => {
    const widget = objects.resolve(item)
    const flags = isDict(widget) ? objects.get(widget, 'F') : null
    return typeof flags === 'number' && (flags & 2) !== 0
  }).length
}

const start = async (bytes = blankForm()) => {
  const server = await openTestServer()
  const olga = (await registerPerson(server, 'olga')).access_token
  const { id } = await uploadDocument(server, olga, bytes)
  const ana = await placeField(server, olga, id)
  return { server, olga, id, ana }
}

const propose = (server: TestServer, bearer: string, id: number) =>
  succeed(server, proposeFormFieldsCall, { bearer, query: { user_file_id: String(id) } })

const bodyOf = (proposed: ProposedFormField, { id, user_file_id }: { id: number; user_file_id: number }) => ({
  ...proposed,
  user_file_id,
  signature_field_id: id,
  client_id: `pdf ${proposed.label}`,
})

const useAll = async ({ server, olga, id, ana }: Awaited<ReturnType<typeof start>>) => {
  for (const proposed of await propose(server, olga, id))
    await succeed(server, createFormFieldCall, { bearer: olga, body: bodyOf(proposed, ana) })
}

test('the API proposes the PDF’s empty fields with name, place and rule until the owner replaces them', async () => {
  const started = await start()
  const { server, olga, id } = started
  const proposed = await propose(server, olga, id)
  expect(proposed).toMatchObject([
    { label: 'Domicilio exacto', required: true, page: 1, rule: { kind: 'text', max_length: 200, multiline: false } },
    { label: 'Mascotas', required: false, rule: { kind: 'checkbox' } },
    { label: 'Moneda', rule: { kind: 'choice', options: ['Colones', 'Dólares'] } },
  ])
  expect(proposed[0]?.x_relative).toBeCloseTo(0.1, 4)
  expect(proposed[1]?.y_relative).toBeCloseTo(0.2, 4)
  await useAll(started)
  expect(await propose(server, olga, id)).toEqual([])
})

testWith(
  ['pdfsig', 'mutool', 'pdftotext'],
  'a signer fills in the replaced fields in a document of a template, and the signature is valid',
  async () => {
    const started = await start()
    const { server, olga, id } = started
    await useAll(started)
    const { roles } = await succeed(server, templateDraftCall, { bearer: olga, params: { id } })
    const template = await succeed(server, createTemplateCall, {
      bearer: olga,
      body: {
        document_id: id,
        name: 'Solicitud',
        roles: [{ key: roles[0]?.key ?? '', name: 'Solicitante' }],
        message: '',
      },
    })
    const person = { role: 'r1', name: 'Luis Mata', email: 'luis@example.com' }
    const { document_id } = await succeed(server, useTemplateCall, {
      bearer: olga,
      params: { id: template.id },
      body: { name: 'Solicitud de Luis', people: [person] },
    })
    const form = await succeed(server, listFormFieldsCall, {
      bearer: olga,
      query: { user_file_id: String(document_id) },
    })
    const field = { id: form[0]?.signature_field_id ?? 0, user_file_id: document_id }
    const guest = await becomeGuest(server, olga, { ...started.ana, ...field, signer_email: person.email })
    const values = ['Calle Ñ 7', true, 'Dólares'] as const
    const form_values = form.map(({ id: form_field_id }, index) => ({ form_field_id, value: values[index] ?? '' }))
    await succeed(server, digitalSignCall, {
      bearer: guest,
      params: { fieldId: field.id },
      body: { field_id: field.id, signature_data: drawing(), form_values },
    })
    const signed = await downloadBytes(server, olga, document_id)
    expect(pdfsigPeople(signed).map(({ valid }) => valid)).toEqual([true])
    expect(mutoolValid(signed)).toBe(1)
    const shown = runOn(signed, 'pdftotext', ['-layout', '-l', '1'], ['-']).output
    for (const text of ['Calle Ñ 7', 'Dólares']) expect(shown.split(text)).toHaveLength(2)
    const roots = [{ certificate: new Uint8Array(server.services.pki.root.raw), kind: 'platform' as const }]
    const report = await verifyPdf(signed, { roots, inflate: inflateInBrowser, now: new Date(server.clock.now()) })
    expect(report).toMatchObject({ kind: 'signed' })
    if (report.kind === 'signed')
      expect(new Set(report.signatures.map(({ verdict }) => verdict))).toEqual(new Set(['valid']))
    expect(hiddenWidgets(signed)).toBe(3)
  },
)

test('the API refuses to replace objects of the PDF that are not proposed fields', async () => {
  const { server, olga, id, ana } = await start()
  const [first] = await propose(server, olga, id)
  const body = { ...newFormField(ana), client_id: 'otro' }
  for (const replaces of [['1 0'], [...(first?.replaces ?? []), '999 0']])
    expect(await refuse(server, createFormFieldCall, { bearer: olga, body: { ...body, replaces } })).toMatchObject({
      code: 'VALIDATION',
      fields: { replaces: expect.stringContaining('no se puede reemplazar') },
    })
  const { id: made } = await succeed(server, createFormFieldCall, { bearer: olga, body })
  const change = { bearer: olga, params: { id: made }, body: { ...newFormField(ana), replaces: ['1 0'] } }
  expect(await refuse(server, changeFormFieldCall, change)).toMatchObject({ code: 'VALIDATION' })
})

test('the API proposes nothing for a PDF without a form or with earlier signatures', async () => {
  const { server, olga, id, ana } = await start()
  const [first] = await propose(server, olga, id)
  const guest = await becomeGuest(server, olga, ana)
  await succeed(server, digitalSignCall, {
    bearer: guest,
    params: { fieldId: ana.id },
    body: { field_id: ana.id, signature_data: drawing() },
  })
  const signed = await uploadDocument(server, olga, await downloadBytes(server, olga, id))
  expect(await propose(server, olga, signed.id)).toEqual([])
  const field = await placeField(server, olga, signed.id)
  if (first === undefined) throw new Error('no proposal')
  expect(await refuse(server, createFormFieldCall, { bearer: olga, body: bodyOf(first, field) })).toMatchObject({
    code: 'VALIDATION',
  })
  const plain = await uploadDocument(server, olga)
  expect(await propose(server, olga, plain.id)).toEqual([])
})
