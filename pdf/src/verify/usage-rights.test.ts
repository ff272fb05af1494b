import { inspectDocument } from '../screen/inspect-document.ts'
import { asciiBytes, concatBytes, decodeLatin1, openPdf } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { techniques } from '../testing/node/hide.ts'
import { onePage, textPdf } from '../testing/node/index.ts'
import { verifyPdf } from './index.ts'

const GAP = '<00112233>'
const RIGHTS = '/Reference [<</Type /SigRef /TransformMethod /UR3 /TransformParams <</V /2.2>>>>]'
const RANGE = '/ByteRange [0 00000 00000 00000]'

const signature = (more: string): string => `<</Type /Sig /Filter /Adobe.PPKLite ${more} ${RANGE} /Contents ${GAP}>>`

/** Sets the range of each signature, which covers the rest. */
const withRanges = (bytes: Uint8Array): Uint8Array => {
  let text = decodeLatin1(bytes)
  for (let at = text.indexOf(RANGE); at >= 0; at = text.indexOf(RANGE, at + 1)) {
    const start = text.indexOf(GAP, at)
    const numbers = [start, start + GAP.length, text.length - start - GAP.length]
    const range = numbers.map((number) => String(number).padStart(5, '0')).join(' ')
    text = text.slice(0, at) + RANGE.replace('00000 00000 00000', range) + text.slice(at + RANGE.length)
  }
  return asciiBytes(text)
}

const documentWith = (catalog: string, ...objects: string[]): Uint8Array =>
  withRanges(textPdf([...onePage(catalog), ...objects]))

/** A later revision with these objects. */
const updated = (first: Uint8Array, objects: Readonly<Record<number, string>>): Uint8Array => {
  let body = ''
  let table = ''
  for (const [num, object] of Object.entries(objects)) {
    table += `${num} 1\n${String(first.length + body.length).padStart(10, '0')} 00000 n\r\n`
    body += `${num} 0 obj\n${object}\nendobj\n`
  }
  const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(decodeLatin1(first))?.[1]
  const end = `trailer\n<</Size 20 /Root 1 0 R /Prev ${previous}>>\nstartxref\n${first.length + body.length}\n%%EOF\n`
  return concatBytes([first, asciiBytes(`${body}xref\n${table}${end}`)])
}

const verify = (bytes: Uint8Array) => verifyPdf(bytes, { roots: [], inflate: inflateWithNode, now: new Date(0) })

const rightsOnly = (): Uint8Array => documentWith('/Perms <</UR3 4 0 R>>', signature(RIGHTS))
const signedForm = '/AcroForm <</Fields [<</FT /Sig /T (Ana) /V 4 0 R>>]>>'
const approved = (more = ''): Uint8Array => documentWith(signedForm, signature(more))
const [catalog = ''] = onePage('/Perms <</UR3 4 0 R>>')
const [forged = ''] = onePage('/Perms <</UR3 5 0 R>>')
const rangeOf = (bytes: Uint8Array): string => /\/ByteRange \[[^\]]*\]/.exec(decodeLatin1(bytes))?.[0] ?? ''

test.each([
  ['UR3', rightsOnly],
  ['UR3 in the permissions', () => documentWith('/Perms 4 0 R', `<</UR3 ${signature(RIGHTS)}>>`)],
  ['UR3 in the catalog', () => documentWith(`/Perms <</UR3 ${signature(RIGHTS)}>>`)],
  ['UR', () => documentWith('/Perms 5 0 R', signature(RIGHTS.replace('UR3', 'UR')), '<</UR 4 0 R>>')],
])('usage rights by %s count as no signature, for uploads and for the verifier', async (_, make) => {
  const bytes = make()
  expect(await verify(bytes)).toEqual({ kind: 'unsigned', pages: 1 })
  expect(inspectDocument(bytes, inflateWithNode)).toEqual({ kind: 'signable', pages: 1, signatures: 0 })
})

test('a file with usage rights can be cleaned like an unsigned file', () => {
  const action = documentWith('/Perms <</UR3 4 0 R>> /OpenAction <</S /Launch>>', signature(RIGHTS))
  expect(inspectDocument(action, inflateWithNode)).toMatchObject({ remedy: 'clean' })
})

test('rights that a catalog holds, and a later catalog repeats, count as no signature', async () => {
  const first = documentWith(`/Perms <</UR3 ${signature(RIGHTS)}>>`)
  const repeated = /1 0 obj\n(.*?)\nendobj/s.exec(decodeLatin1(first))?.[1] ?? ''
  const bytes = updated(first, { 1: repeated.replace('/Type /Catalog', '/Type /Catalog /Lang (es)') })
  expect(await verify(bytes)).toEqual({ kind: 'unsigned', pages: 1 })
  const changed = updated(first, { 1: repeated.replace('/V /2.2', '/V /2.3') })
  expect(await verify(changed)).toMatchObject({ verdict: 'suspicious' })
})

const attacks: readonly (readonly [string, () => Uint8Array])[] = [
  ['a signature of a person that only the permissions name', () => updated(approved(), { 1: catalog })],
  [
    'a signature whose references a later revision replaces',
    () =>
      updated(documentWith(signedForm, signature('/Reference 5 0 R'), '[<</TransformMethod /DocMDP>>]'), {
        1: catalog,
        5: '[<</TransformMethod /UR3>>]',
      }),
  ],
  [
    'a signature with a second reference',
    () => updated(approved(RIGHTS.replace(']', '<</TransformMethod /FieldMDP>>]')), { 1: catalog }),
  ],
  [
    'rights that copy the range of a signature',
    () => updated(approved(), { 1: forged, 5: `<</Type /Sig ${RIGHTS} ${rangeOf(approved())} /Contents ${GAP}>>` }),
  ],
  [
    'rights that contain another signature',
    () => documentWith('/Perms <</UR3 4 0 R>>', signature(`${RIGHTS} /More ${signature('')}`)),
  ],
  [
    'rights in the place of a signature',
    () => updated(approved(), { 1: catalog, 4: `<</Type /Sig ${RIGHTS} ${rangeOf(approved())} /Contents ${GAP}>>` }),
  ],
  ['a time stamp', () => documentWith('/Perms <</UR3 4 0 R>>', signature(RIGHTS).replace('/Sig', '/DocTimeStamp'))],
]

test.each(attacks)('attack: %s is found suspicious, and the file is neither cleaned nor repaired', async (_, make) => {
  const bytes = make()
  expect(openPdf(bytes, { inflate: inflateWithNode }).pageCount).toBe(1)
  expect(await verify(bytes)).toMatchObject({ kind: 'signed', verdict: 'suspicious' })
  const inspection = inspectDocument(bytes, inflateWithNode)
  expect(inspection.kind === 'signable' ? 'signable' : inspection.remedy).not.toMatch(/repair|clean/)
})

test('attack: usage rights in an object stream hide no signature', async () => {
  const plain = `<</ByteRange [0 9 20 9] /Contents ${GAP} /Length 0>>\nstream\n\nendstream`
  const rights = `<</Type /Sig ${RIGHTS} /ByteRange [0 9 20 9] /Contents ${GAP}>>`
  const bytes = techniques['in an object stream']?.({ objects: [rights, plain], catalog: '/Perms <</UR3 10 0 R>>' })
  expect(await verify(bytes ?? new Uint8Array())).toMatchObject({ kind: 'signed', verdict: 'suspicious', hidden: 2 })
})

test('attack: usage rights in a signature field are listed, and the file counts as signed', async () => {
  const bytes = documentWith(`/Perms <</UR3 4 0 R>> ${signedForm}`, signature(RIGHTS))
  expect(await verify(bytes)).toMatchObject({ kind: 'signed', signatures: [{ field: 'Ana' }] })
  expect(inspectDocument(bytes, inflateWithNode)).toMatchObject({ signatures: 1 })
})

test('attack: usage rights that were in a field in an earlier revision cannot be removed', () => {
  const bytes = updated(approved(RIGHTS), { 1: catalog.replace('/Perms', '/OpenAction <</S /Launch>> /Perms') })
  expect(inspectDocument(bytes, inflateWithNode)).toMatchObject({ remedy: 'none', signed: true })
})

test('attack: usage rights that contain a signature with an escaped name cannot be removed', () => {
  const more = `${RIGHTS} /More ${signature('').replace('/B', '/#42')} /A <</S /Launch>>`
  const bytes = documentWith('/Perms <</UR3 4 0 R>>', signature(more))
  expect(inspectDocument(bytes, inflateWithNode)).toMatchObject({ remedy: 'none', signed: true })
})
