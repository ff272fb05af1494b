import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GREEN_CONTENTS, object0InUse, producerForms, rowsOf19Bytes } from 'pdf/testing/node'
import { openRenderers, type Renderers } from '../../../test/oracle/renderers.ts'

let folder: string
let renderers: Renderers
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-forms-'))
  renderers = openRenderers(folder)
})
afterAll(() => {
  renderers.close()
  rmSync(folder, { recursive: true })
})

/** Of the page near its corner, where there is no text; red may be stored as blue. */
const colourOf = async (renderer: 'pdfium' | 'pdf.js', bytes: Uint8Array): Promise<'red' | 'green' | 'neither'> => {
  const [picture] = (await renderers.render[renderer](bytes)) ?? []
  if (picture === undefined) throw new Error(`${renderer} drew nothing`)
  const [red = 0, green = 0, blue = 0] = picture.pixels.subarray(3 * (10 * picture.width + 10))
  if (green > Math.max(red, blue)) return 'green'
  return red === blue ? 'neither' : 'red'
}

// A reader that searches for objects would draw the green page.
test.each(Object.entries(producerForms))(
  'PDFium and pdf.js read this form by its tables, without a search: %s',
  async (_, write) => {
    const bytes = write(GREEN_CONTENTS)
    expect([await colourOf('pdfium', bytes), await colourOf('pdf.js', bytes)]).toEqual(['red', 'red'])
  },
)

test.each([
  ['pdfium', 'whose rows have 19 bytes', rowsOf19Bytes],
  ['pdf.js', 'with object 0 in use', object0InUse],
] as const)('%s searches a file %s for its objects', async (renderer, _, write) => {
  expect(await colourOf(renderer, write())).toBe('red')
  expect(await colourOf(renderer, write(GREEN_CONTENTS))).toBe('green')
})
