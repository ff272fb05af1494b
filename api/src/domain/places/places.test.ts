import { placeKinds } from 'pdf/places'
import { streamOf, textPdf } from 'pdf/testing/node'
import { findPlacesCall, foundPlaceKinds } from 'shared/contract/places'
import { registerPerson, threePages, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, refuse, succeed } from '../../../test/support/test-server.ts'
import { sharedThreads } from '../../../test/support/test-threads.ts'
import { ThreadFailure, type ThreadTasks } from '../../platform/threads/thread-task.ts'
import { findPlacesTask } from './find-places-task.ts'

afterEach(closeTestServers)

const line = (y: number, text: string): string => `BT /F1 11 Tf 72 ${y} Td (${text}) Tj ET`

/** One page of A4 with these lines of Latin text, and strokes. */
const written = (lines: readonly string[], pages = 1): Uint8Array =>
  textPdf([
    '<</Type /Catalog /Pages 2 0 R>>',
    `<</Type /Pages /Kids [${Array.from({ length: pages }, (_, index) => `${5 + index} 0 R`).join(' ')}] /Count ${pages}>>`,
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    streamOf(lines.join('\n')),
    ...Array.from(
      { length: pages },
      () => '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <</Font <</F1 3 0 R>>>> /Contents 4 0 R>>',
    ),
  ])

const lease = () =>
  written([
    line(700, 'Contrato de alquiler de una casa en Heredia'),
    line(500, '{{firma:El arrendatario}}'),
    line(450, '{{texto:Domicilio|obligatorio}}'),
    line(300, 'Firma: ______________________'),
    '72 200 m 252 200 l S',
    line(186, 'La arrendadora'),
  ])

const start = async (options: Parameters<typeof openTestServer>[0] = {}, bytes = lease()) => {
  const server = await openTestServer(options)
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const { id } = await uploadDocument(server, bearer, bytes)
  const params = { id }
  return { server, bearer, params, find: () => succeed(server, findPlacesCall, { bearer, params }) }
}

test('the contract names the kinds of the rules', () => {
  expect(foundPlaceKinds).toEqual(placeKinds)
})

test('tags, lines of characters and strokes are found, with role, label and place', async () => {
  const { places, is_complete } = await (await start()).find()
  expect(is_complete).toBe(true)
  expect(places.map(({ kind, source, role, label, required }) => [kind, source, role, label, required])).toEqual([
    ['signature', 'tag', 'El arrendatario', 'firma', false],
    ['text', 'tag', null, 'Domicilio', true],
    ['signature', 'line', null, expect.any(String), false],
    ['signature', 'stroke', 'La arrendadora', expect.any(String), false],
  ])
  for (const { page, x_relative, y_relative, width_relative, height_relative } of places) {
    expect(page).toBe(1)
    expect([x_relative, y_relative, width_relative, height_relative].every((part) => part > 0 && part < 1)).toBe(true)
  }
  expect(places.map(({ y_relative }) => y_relative)).toEqual(places.map(({ y_relative }) => y_relative).toSorted())
})

test('an empty signature field of the file comes first, and the line below it is not repeated', async () => {
  const field = (entries: string) => `<</Type /Annot /Subtype /Widget /F 4 ${entries}>>`
  const bytes = textPdf([
    '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [6 0 R 7 0 R]>>>>',
    '<</Type /Pages /Kids [5 0 R] /Count 1>>',
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    streamOf([line(700, '{{firma:El arrendatario}}'), line(300, `Firma: ${'_'.repeat(30)}`)].join('\n')),
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <</Font <</F1 3 0 R>>>> /Contents 4 0 R /Annots [6 0 R 7 0 R]>>',
    field('/FT /Sig /T (Firma1) /TU (Firma del cliente) /Rect [110 298 250 335]'),
    field('/FT /Sig /T (Firma2) /F 2 /Rect [300 298 450 335]'),
  ])
  const { places } = await (await start({}, bytes)).find()
  expect(places.map(({ label, role }) => [label, role])).toEqual([
    ['Firma del cliente', null],
    ['firma', 'El arrendatario'],
  ])
  expect(places[0]?.x_relative).toBeCloseTo(110 / 595, 4)
})

test('nothing is placed, and a document without places has none', async () => {
  const { server, find } = await start()
  await find()
  expect(await server.services.db.selectFrom('fields').select('id').execute()).toEqual([])
  expect(await server.services.db.selectFrom('form_fields').select('id').execute()).toEqual([])
  const plain = await start({}, threePages())
  expect(await plain.find()).toEqual({ places: [], is_complete: true })
})

test('of a long document the ends are read, and the answer says so', async () => {
  const { places, is_complete } = await (await start({}, written([line(500, '{{firma}}')], 70))).find()
  expect(is_complete).toBe(false)
  expect(places.map(({ page }) => page)).toEqual([
    ...Array.from({ length: 10 }, (_, index) => index + 1),
    ...Array.from({ length: 50 }, (_, index) => index + 21),
  ])
})

test('words of the file keep no hidden character', async () => {
  const { places } = await (await start({}, written([line(500, '{{texto:Dom\\001icilio\\255}}')]))).find()
  expect(places.map(({ label }) => label)).toEqual([expect.not.stringMatching(/[\p{Cc}\p{Cf}]/u)])
})

test('another account, and a guest without a session, learn nothing', async () => {
  const { server, params } = await start()
  const { access_token: bearer } = await registerPerson(server, 'eve')
  expect(await refuse(server, findPlacesCall, { bearer, params })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  expect(await refuse(server, findPlacesCall, { params })).toMatchObject({ status: 401 })
})

test.each(['time', 'memory', 'broken'] as const)(
  'a thread that ends (%s) is an answer without places',
  async (kind) => {
    const threads: ThreadTasks = {
      run: (task, request, options) =>
        task.name === findPlacesTask.name
          ? Promise.reject(new ThreadFailure(kind))
          : sharedThreads().run(task, request, options),
    }
    expect(await (await start({ threads })).find()).toEqual({ places: [], is_complete: false })
  },
)

test.each([
  ['no PDF', Buffer.from('nada')],
  ['a cut file', Buffer.from(lease()).subarray(0, 300)],
  ['an empty one', Buffer.alloc(0)],
])('a file that cannot be read has no places: %s', async (_, bytes) => {
  const request = { bytes: new Uint8Array(bytes) }
  expect(await sharedThreads().run(findPlacesTask, request)).toEqual({ places: [], isComplete: false })
})
