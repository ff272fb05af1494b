import { buildPdf, inkBox, type PageOptions, renderPage, sampleOf, testWith } from 'pdf/testing/node'
import { createFieldCall, digitalSignCall, type FractionRect } from 'shared/contract'
import { downloadBytes, registerPerson, stated, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from '../../../test/support/test-server.ts'
import { blackPng } from './test-support/signing.ts'

let server: TestServer
let bearer = ''
beforeAll(async () => {
  server = await openTestServer()
  bearer = (await registerPerson(server, 'olga')).access_token
})
afterAll(closeTestServers)

/** Fewer for large pages. */
const DPI = 72
const SLACK = 1 / 400

const a4 = [0, 0, 595, 842]
const boxes: readonly (readonly [string, PageOptions])[] = [
  ['no crop box', { mediaBox: a4 }],
  ['a crop box off the origin', { mediaBox: a4, cropBox: [50.5, 100, 500, 700.25] }],
  ['a crop box that reaches beyond the page', { mediaBox: a4, cropBox: [-40, 200, 640, 900] }],
  ['a crop box with its corners the other way round', { mediaBox: a4, cropBox: [480, 760, 90, 60] }],
  ['its origin elsewhere', { mediaBox: [-300, -200, 320, 500], cropBox: [-250.25, -150, 300, 450.5] }],
]
const odd: readonly (readonly [title: string, page: PageOptions, dpi: number])[] = [
  ['units of two points', { mediaBox: a4, entries: { UserUnit: 2 } }, DPI],
  ['units of two points, on its side', { mediaBox: a4, rotate: 90, entries: { UserUnit: 2 } }, DPI],
  ['the measures of a plan, upside down', { mediaBox: [0, 0, 2384, 3370], rotate: 180 }, 18],
  ['the largest measures', { mediaBox: [0, 0, 14_400, 14_400] }, 6],
  ['the largest measures in units of ten points', { mediaBox: [0, 0, 14_400, 14_400], entries: { UserUnit: 10 } }, 1],
  ['the measures of a receipt', { mediaBox: [0, 0, 226.8, 170.1], rotate: 270 }, 144],
]

const rotations = [0, 90, 180, 270, -90, 450] as const

const places: readonly FractionRect[] = [
  { x: 0.55, y: 0.1, width: 0.35, height: 0.15 },
  { x: 0, y: 0.85, width: 0.4, height: 0.15 },
]

const black = `data:image/png;base64,${Buffer.from(blackPng(100, 40)).toString('base64')}`

const signAt = async (page: PageOptions, place: FractionRect): Promise<Buffer> => {
  const document = await uploadDocument(server, bearer, buildPdf({ xref: 'table', pages: [{}, page] }))
  const field = await succeed(server, createFieldCall, {
    bearer,
    body: {
      field_id: 'field_ink',
      field_type: 'PRIMARY',
      signer_name: 'Olga',
      x_relative: place.x,
      y_relative: place.y,
      width_relative: place.width,
      height_relative: place.height,
      page: 2,
      user_file_id: document.id,
    },
  })
  const body = { field_id: field.id, signature_data: black, ...stated(document) }
  await succeed(server, digitalSignCall, { bearer, params: { fieldId: field.id }, body })
  return downloadBytes(server, bearer, document.id)
}

const expectInside = async (page: PageOptions, dpi: number): Promise<void> => {
  for (const place of places) {
    const ink = inkBox(renderPage(await signAt(page, place), 2, dpi))
    expect(ink.x).toBeGreaterThanOrEqual(place.x - SLACK)
    expect(ink.y).toBeGreaterThanOrEqual(place.y - SLACK)
    expect(ink.x + ink.width).toBeLessThanOrEqual(place.x + place.width + SLACK)
    expect(ink.y + ink.height).toBeLessThanOrEqual(place.y + place.height + SLACK)
    expect(Math.max(ink.width / place.width, ink.height / place.height)).toBeGreaterThan(0.8)
  }
}

describe.each(boxes)('a page with %s', (_title, page) => {
  for (const rotate of sampleOf(rotations, 2))
    testWith(
      ['pdftoppm'],
      `/Rotate ${rotate}: the drawing of the signature is inside the field that the owner placed`,
      () => expectInside({ ...page, rotate }, DPI),
    )
})

describe.each(odd)('a page with %s', (_title, page, dpi) => {
  testWith(['pdftoppm'], 'the drawing of the signature is inside the field that the owner placed', () =>
    expectInside(page, dpi),
  )
})
