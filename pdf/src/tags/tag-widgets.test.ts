import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { type FormFieldToPrepare, type FormFill, prepareFields } from '../sign/index.ts'
import {
  concatBytes,
  isDict,
  isInteger,
  isRef,
  openPdf,
  type PdfDocument,
  type PdfObject,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  serializeObject,
  textString,
} from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import {
  blackPng,
  buildPdf,
  checkAccessibility,
  createTestSigner,
  fieldAt,
  pdfsig,
  qpdfStatus,
  readOverview,
  runOn,
  testTime,
  testWith,
} from '../testing/node/index.ts'
import { verifyPdf } from '../verify/index.ts'
import { planWidgetTags } from './index.ts'

const FIXTURES = ['libreoffice.pdf', 'chromium.pdf'].map((name) => join(__dirname, 'fixtures', name))
/** Tagged PDFs of other programs; skipped if missing. */
const FOLDER = resolve(__dirname, '../../../../shared/pdfs')
const REAL = [
  'forms__libpdf__annotation-choice-widget.pdf',
  'forms__libpdf__sample_form.pdf',
  'forms__qpdf__button-set.pdf',
  'producers/excel-2016-hybrid.pdf',
  'producers/word-365-hybrid.pdf',
].map((name) => join(FOLDER, name))
const files = [...FIXTURES, ...REAL.filter((path) => existsSync(path))]
const load = (path: string): Uint8Array => new Uint8Array(readFileSync(path))

const written = (object: PdfObject): string => Buffer.from(serializeObject(object)).toString('latin1')
const open = (bytes: Uint8Array): PdfDocument => openPdf(bytes, { inflate: inflateWithNode })
const signer = createTestSigner()
const rect = { x: 0.6, y: 0.1, width: 0.3, height: 0.05 }
const formFields: readonly FormFieldToPrepare[] = [
  { name: 'lugar', page: 1, rect, tooltip: 'Lugar', required: true, type: { kind: 'text', multiline: false } },
  {
    name: 'acepta',
    page: 1,
    rect: { ...rect, y: 0.2 },
    tooltip: 'Acepta',
    required: false,
    type: { kind: 'checkbox' },
  },
]
const fields = ['ana', 'luis', 'eva'].map((name, index) => ({
  ...fieldAt(name, { x: 0.1, y: 0.1 + 0.3 * index, width: 0.3, height: 0.1 }),
  locks: index === 0 ? formFields.map((field) => field.name) : [],
}))
const NAMES = [...fields, ...formFields].map(({ name }) => name)
const fills: readonly FormFill[] = [
  { name: 'lugar', kind: 'text', text: 'San José' },
  { name: 'acepta', kind: 'checked' },
]

const prepare = (bytes: Uint8Array): Uint8Array => concatBytes([bytes, prepareFields(bytes, fields, formFields)])

const signAll = async (prepared: Uint8Array): Promise<Uint8Array> => {
  let document = prepared
  for (const { name: fieldName } of fields) {
    const given = fieldName === 'ana' ? { fills } : {}
    const person = { name: `Persona Ñ ${fieldName}`, email: '' }
    const input = { document, fieldName, signer: person, appearancePng: blackPng(9, 9), signedAt: testTime, ...given }
    document = concatBytes([document, (await signer.sign(input)).tail])
  }
  const { tail } = await signer.seal({ document, logHead: '00'.repeat(32), now: testTime })
  return concatBytes([document, tail])
}

const overviewOf = (bytes: Uint8Array) => {
  const overview = readOverview(open(bytes))
  if (overview === undefined) throw new Error('tagged')
  return overview
}

const widgetsOf = (document: PdfDocument): readonly { num: number; key: PdfObject }[] => {
  const form = document.acroForm()
  const list = form === undefined ? null : document.objects.get(form, 'Fields')
  if (list === null || typeof list !== 'object' || list.kind !== 'array') return []
  return list.items.flatMap((item) => {
    const dict = document.objects.resolve(item)
    if (!isRef(item) || !isDict(dict)) return []
    const name = document.objects.get(dict, 'T')
    const isOurs = NAMES.some((each) => written(textString(each)) === written(name))
    return isOurs ? [{ num: item.num, key: document.objects.get(dict, 'StructParent') }] : []
  })
}

/** Each added widget has a Form element that names it, and that the parent tree names; what was there stays. */
const expectMapped = (before: Uint8Array, after: Uint8Array): void => {
  const [old, now] = [overviewOf(before), overviewOf(after)]
  for (const [key, value] of old.parents) expect(written(now.parents.get(key) ?? null)).toBe(written(value))
  const contents = ({ elements }: typeof old) =>
    elements.filter(({ type }) => type !== 'Form').map((each) => each.contents)
  expect(contents(now)).toEqual(contents(old))
  const widgets = widgetsOf(open(after))
  expect(widgets).toHaveLength(NAMES.length)
  for (const { num, key } of widgets) {
    const entry = isInteger(key) ? now.parents.get(key) : undefined
    const element = now.elements.find((each) => isRef(entry) && each.num === entry.num)
    expect(element).toMatchObject({ type: 'Form', objects: [num] })
  }
}

const namesOf = (found: ReadonlyMap<string, unknown>): string[] => [...found.keys()]

describe.each(files)('%s', (path) => {
  const original = load(path)
  let sealed: Uint8Array
  beforeAll(async () => {
    sealed = await signAll(prepare(original))
  })

  test('three signatures and a seal break no rule of PDF/UA-1 that held before', () => {
    expect(namesOf(checkAccessibility(original))).toEqual(
      expect.arrayContaining(namesOf(checkAccessibility(sealed)).filter((name) => !/^7\.18\.3/.test(name))),
    )
    expect(namesOf(checkAccessibility(sealed))).not.toContainEqual(expect.stringMatching(/^7\.18\.3/))
  })

  test('each added widget has its element, and earlier elements and bytes stay', () => {
    expect(Buffer.compare(sealed.subarray(0, original.length), original)).toBe(0)
    expectMapped(original, sealed)
    const languages = [original, sealed].map((bytes) => open(bytes).catalog.entries.get('Lang') ?? null)
    expect(written(languages[1] ?? null)).toBe(written(languages[0] ?? null))
  })

  test('all signatures verify without a change that must be told', async () => {
    const report = await verifyPdf(sealed, { roots: signer.roots, inflate: inflateWithNode, now: testTime })
    expect(report).toMatchObject({ kind: 'signed', verdict: 'valid' })
  })

  testWith(['pdfsig', 'qpdf', 'mutool'], 'pdfsig, qpdf and mutool accept the file', async () => {
    const found = pdfsig(sealed).filter(({ field }) => fields.some(({ name }) => name === field))
    expect(found.map(({ valid }) => valid)).toEqual([true, true, true])
    expect(qpdfStatus(sealed)).toBe(qpdfStatus(original))
    expect(runOn(sealed, 'mutool', ['info']).status).toBe(0)
  })
})

test('a file of LibreOffice that conforms to PDF/UA-1 still does when three people have signed', async () => {
  const original = load(FIXTURES[0] ?? '')
  expect(namesOf(checkAccessibility(original))).toEqual([])
  expect(namesOf(checkAccessibility(await signAll(prepare(original))))).toEqual([])
})

test('the elements of a page follow its content, from top to bottom', () => {
  const { root } = overviewOf(prepare(load(FIXTURES[0] ?? '')))
  const types = root.children[0]?.children.map(({ type }) => type) ?? []
  const first = types.indexOf('Form')
  expect(types.slice(first, first + 5)).toEqual(Array.from({ length: 5 }, () => 'Form'))
  expect(types.slice(0, first)).toContain('Table')
  expect(types.slice(first + 5)).toEqual(['P'])
  const after = open(prepare(load(FIXTURES[0] ?? '')))
  const shown = root.children[0]?.children.slice(first, first + 5).map(({ objects }) => {
    const dict = after.objects.resolve(pdfRef(objects[0] ?? 0))
    return isDict(dict) ? written(after.objects.get(dict, 'T')) : ''
  })
  expect(shown).toEqual(['ana', 'lugar', 'acepta', 'luis', 'eva'].map((name) => written(textString(name))))
})

describe('a document without tags', () => {
  test('gets no structure', () => {
    const text = Buffer.from(prepareFields(buildPdf({ xref: 'table' }), fields, formFields)).toString('latin1')
    expect(text).not.toMatch(/Struct|Tabs/)
  })

  test('costs one lookup in the catalog', () => {
    const catalog = pdfDict({ Type: pdfName('Catalog') })
    const strict = new Proxy({} as PdfDocument, {
      get: (_, key) => {
        if (key === 'catalog') return catalog
        throw new Error(`${String(key)} is read`)
      },
    })
    expect(planWidgetTags(strict, fields).pageEntries).toEqual({})
  })
})

test('a document with signatures keeps its structure', async () => {
  const original = load(FIXTURES[0] ?? '')
  const signed = await signAll(prepare(original))
  const again = concatBytes([signed, prepareFields(signed, [fieldAt('otro', { ...rect, y: 0.9 })])])
  const kinds = (bytes: Uint8Array): string[] => overviewOf(bytes).elements.map(({ type }) => type)
  expect(kinds(again)).toEqual(kinds(signed))
  expect(Buffer.from(again.subarray(signed.length)).toString('latin1')).not.toMatch(
    /StructParent |StructElem|ParentTree/,
  )
})

const ROOT = pdfRef(100)
const DOCUMENT = pdfRef(101)
const FIRST = pdfRef(102)
const TREE = pdfRef(103)
const PAGE = pdfRef(10)

const tagged = (
  {
    root = {},
    document = {},
    tree = {},
    catalog = {},
  }: Readonly<Record<string, Record<string, PdfObject | undefined>>>,
  more: readonly PdfObject[] = [],
): Uint8Array =>
  buildPdf({
    xref: 'table',
    catalog: { StructTreeRoot: ROOT, ...catalog } as Record<string, PdfObject>,
    pages: [{ entries: { StructParents: 0 } }, {}],
    extra: [
      pdfDict({ Type: pdfName('StructTreeRoot'), K: DOCUMENT, ParentTree: TREE, ParentTreeNextKey: 1, ...root }),
      pdfDict({ Type: pdfName('StructElem'), S: pdfName('Document'), P: ROOT, K: pdfArray([FIRST]), ...document }),
      pdfDict({ Type: pdfName('StructElem'), S: pdfName('P'), P: DOCUMENT, Pg: PAGE, K: 0 }),
      pdfDict({ Nums: pdfArray([0, pdfArray([FIRST])]), ...tree }),
      ...more,
    ],
  })

describe('a damaged structure', () => {
  const huge = pdfArray(Array.from({ length: 400_002 }, (_, index) => (index % 2 === 0 ? index / 2 : null)))
  test.each<[string, Parameters<typeof tagged>[0], (readonly PdfObject[])?]>([
    ['that is a number', { catalog: { StructTreeRoot: 42 } }],
    ['that is missing', { catalog: { StructTreeRoot: pdfRef(199) } }],
    ['that is a direct object', { catalog: { StructTreeRoot: pdfDict({ K: DOCUMENT }) } }],
    ['with a parent tree that is a number', { root: { ParentTree: 7 } }],
    ['with a loop in the parent tree', { tree: { Nums: undefined, Kids: pdfArray([TREE]) } }],
    ['with a missing leaf', { tree: { Nums: undefined, Kids: pdfArray([pdfRef(199)]) } }],
    ['with a key twice', { tree: { Nums: pdfArray([1, FIRST, 1, FIRST]) } }],
    ['with a key that is no number', { tree: { Nums: pdfArray([pdfName('a'), FIRST]) } }],
    ['with half an entry', { tree: { Nums: pdfArray([0, FIRST, 1]) } }],
    ['with the largest key', { tree: { Nums: pdfArray([2_147_483_647, FIRST]) } }],
    ['with 200,001 entries', { tree: { Nums: huge } }],
    ['with 20,001 leaves', { tree: { Nums: undefined, Kids: pdfArray(Array.from({ length: 20_001 }, () => TREE)) } }],
  ])('%s gets no elements, and the fields are added', (_, given) => {
    const original = tagged(given)
    const started = process.cpuUsage()
    const prepared = prepare(original)
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000)
    expect(Buffer.from(prepared.subarray(original.length)).toString('latin1')).not.toContain('/StructParent ')
    expect(
      open(prepared)
        .signatureFields()
        .map(({ name }) => name),
    ).toEqual(fields.map(({ name }) => name))
  })

  test.each<[string, Parameters<typeof tagged>[0]]>([
    ['whose element is its own parent', { document: { P: DOCUMENT, K: pdfArray([DOCUMENT]) } }],
    ['whose element has no kids', { document: { K: undefined } }],
    ['whose kids are missing', { document: { K: pdfArray([pdfRef(199), 3, null]) } }],
    ['without a parent tree', { root: { ParentTree: undefined } }],
    ['without kids', { root: { K: undefined } }],
    ['whose root is the catalog', { catalog: { StructTreeRoot: pdfRef(1) } }],
    ['whose root is the page', { catalog: { StructTreeRoot: PAGE } }],
    ['whose only element is the page', { root: { K: PAGE } }],
    ['whose parent tree is the page', { root: { ParentTree: PAGE } }],
  ])('%s does not keep three people from signing', async (_, given) => {
    const original = tagged(given)
    const sealed = await signAll(prepare(original))
    const document = open(sealed)
    expect(document.signatureFields().map(({ signed }) => signed)).toEqual([true, true, true, true])
    expect(document.pageCount).toBe(2)
    const report = await verifyPdf(sealed, { roots: signer.roots, inflate: inflateWithNode, now: testTime })
    expect(report).toMatchObject({ kind: 'signed', verdict: 'valid' })
  })
})

/** Parent trees of one leaf and of several, in each form of reference. */
const anyTree = fc.record({
  keys: fc.uniqueArray(fc.integer({ min: 1, max: 5000 }), { maxLength: 12 }),
  leaves: fc.integer({ min: 0, max: 3 }),
  isDirect: fc.boolean(),
  nextKey: fc.option(fc.integer({ min: 0, max: 9000 }), { nil: undefined }),
  isDocument: fc.boolean(),
})

test('the parent tree leads from each widget to its element, whatever its form', () => {
  fc.assert(
    fc.property(anyTree, ({ keys, leaves, isDirect, nextKey, isDocument }) => {
      const entries: (readonly [number, PdfObject])[] = [
        [0, pdfArray([FIRST])],
        ...[...keys].sort((a, b) => a - b).map((key) => [key, FIRST] as const),
      ]
      const size = Math.ceil(entries.length / Math.max(leaves, 1))
      const parts = Array.from({ length: leaves }, (_, index) => entries.slice(index * size, (index + 1) * size))
      const leaf = (part: typeof entries): PdfObject =>
        pdfDict({ Limits: pdfArray([part[0]?.[0] ?? 0, part.at(-1)?.[0] ?? 0]), Nums: pdfArray(part.flat()) })
      const tree =
        leaves === 0
          ? { Nums: pdfArray(entries.flat()) }
          : { Nums: undefined, Kids: pdfArray(parts.map((_, index) => pdfRef(104 + index))) }
      const root = { ParentTreeNextKey: nextKey, ...(isDirect ? { ParentTree: pdfDict(tree) } : {}) }
      const document = isDocument ? {} : { S: pdfName('P') }
      const original = tagged({ root, tree, document }, parts.map(leaf))
      const prepared = prepare(original)
      expect(Buffer.compare(prepared.subarray(0, original.length), original)).toBe(0)
      expectMapped(original, prepared)
    }),
    { numRuns: 60 },
  )
})
