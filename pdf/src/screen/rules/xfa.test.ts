import { inflateWithNode } from '../../syntax/inflate-node.ts'
import { cleanPdf, deflated, type Payload } from '../../testing/node/hide.ts'
import { inspectDocument } from '../inspect-document.ts'

const FIELD = '<</T (a) /FT /Tx /V (x) /Subtype /Widget /Rect [0 0 90 20]>>'
const TEMPLATE = '<template><subform><field name="a"/></subform></template>'

interface Form {
  readonly fields?: readonly string[]
  readonly packets?: readonly string[]
  readonly catalog?: string
  readonly content?: string
}

const withForm = ({ fields = ['14 0 R'], packets = [TEMPLATE, ''], catalog = '', content = 'q Q' }: Form): Payload => {
  const [template = '', config = ''] = packets
  const packetList = '[(template) 11 0 R (config) 12 0 R]'
  return {
    objects: [
      `<</Fields [${fields.join(' ')}] /XFA ${packetList}>>`,
      deflated('', template),
      deflated('', config),
      deflated('', content),
      FIELD,
    ],
    catalog: `/AcroForm 10 0 R ${catalog}`,
    page: '/Contents 13 0 R /Annots [14 0 R]',
  }
}

const remedyOf = (payload: Payload): string => {
  const inspection = inspectDocument(cleanPdf(payload), inflateWithNode)
  if (inspection.kind !== 'refused') return inspection.kind
  expect(inspection.findings.map(({ code }) => code)).toContain('PDF_XFA')
  return inspection.remedy
}

test.each<[string, string, Form]>([
  ['a form with all its fields', 'clean', {}],
  ['half of the fields', 'clean', { packets: [TEMPLATE.repeat(2)] }],
  ['fields below a subform', 'clean', { fields: ['<</T (form) /Kids [14 0 R]>>'] }],
  ['no fields', 'none', { fields: [] }],
  ['fields without an area', 'none', { fields: ['<</T (a) /Rect []>>', '<</T (b) /Rect [1 1 1 9]>>'] }],
  ['a few of the fields', 'none', { packets: [TEMPLATE.repeat(3)] }],
  ['a dynamic form', 'none', { packets: [TEMPLATE, '<dynamicRender>required</dynamicRender>'] }],
  ['a document that the viewer makes', 'none', { catalog: '/NeedsRendering true' }],
  ['a placeholder', 'none', { content: 'BT (Please wait... ) Tj ET' }],
  ['a placeholder with kerning', 'none', { content: 'BT [(Ple) -3 (ase w) 2 (ait)] TJ ET' }],
  ['a placeholder in another language', 'none', { content: '(http://www.adobe.com/go/reader_download) Tj' }],
  ['fields that lead to themselves', 'none', { fields: ['<</T (a) /Kids 10 0 R>>'] }],
])('XFA screening, %s: the remedy is %s', (_, remedy, form) => {
  expect(remedyOf(withForm(form))).toBe(remedy)
})

test('an unreadable XFA packet prevents cleaning, because the form may be dynamic', () => {
  const payload = withForm({})
  const objects = payload.objects.with(2, '<</Filter /Unknown /Length 1>>\nstream\nx\nendstream')
  expect(remedyOf({ ...payload, objects })).toBe('none')
})
