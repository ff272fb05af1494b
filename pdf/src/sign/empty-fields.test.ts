import { openPdf } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { buildPdf } from '../testing/node/index.ts'
import { emptyFields } from './empty-fields.ts'
import { prepareFields } from './prepare-fields.ts'

const rect = { x: 0.1, y: 0.7, width: 0.3, height: 0.1 }
const found = (bytes: Uint8Array) => emptyFields(openPdf(bytes, { inflate: inflateWithNode }))

const withFields = (...fields: { name: string; page: number; rect: typeof rect }[]): Uint8Array => {
  const bytes = buildPdf({ xref: 'table', pages: [{}, {}] })
  return Buffer.concat([
    bytes,
    prepareFields(
      bytes,
      fields.map((field) => ({ ...field, tooltip: '' })),
    ),
  ])
}

test('each unsigned field has its name, page and rectangle', () => {
  const fields = found(
    withFields({ name: 'Arrendatario', page: 2, rect }, { name: 'Testigo', page: 1, rect: { ...rect, x: 0.5 } }),
  )
  expect(fields).toMatchObject([
    { name: 'Arrendatario', page: 2 },
    { name: 'Testigo', page: 1 },
  ])
  expect(fields[0]?.rect.x).toBeCloseTo(0.1, 4)
  expect(fields[0]?.rect.y).toBeCloseTo(0.7, 4)
  expect(fields[1]?.rect.width).toBeCloseTo(0.3, 4)
})

test('a document without a form has no unsigned fields', () => {
  expect(found(buildPdf({ xref: 'table', pages: [{}] }))).toEqual([])
})

test('a field across the page edge is clipped, and a field outside the page is left out', () => {
  const fields = found(
    withFields(
      { name: 'Fuera', page: 1, rect: { ...rect, x: 1.2 } },
      { name: 'Borde', page: 1, rect: { ...rect, x: 0.9 } },
    ),
  )
  expect(fields).toMatchObject([{ name: 'Borde' }])
  expect(fields[0]?.rect.width).toBeCloseTo(0.1, 4)
})
