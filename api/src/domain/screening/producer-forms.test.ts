import { PDFiumLibrary } from '@hyzyla/pdfium'
import { GREEN_CONTENTS, type ProducerForm, producerForms, rowsOf19Bytes } from 'pdf/testing/node'

type Colour = 'red' | 'green' | 'neither'

/** Of the page near its corner, where there is no text. */
const colourOf = async (bytes: Uint8Array): Promise<Colour> => {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  const { data, width } = await document.getPage(0).render({ scale: 1, render: 'bitmap' })
  const [red = 0, green = 0] = data.subarray(4 * (10 * width + 10))
  document.destroy()
  library.destroy()
  if (red === green) return 'neither'
  return red > green ? 'red' : 'green'
}

// A reader that searches for objects would draw the green page.
test.each(Object.entries(producerForms))(
  'PDFium reads this form by its tables, without a search: %s',
  async (_, write) => {
    expect(await colourOf(write(GREEN_CONTENTS))).toBe('red')
  },
)

test('PDFium searches a file whose rows have 19 bytes', async () => {
  const write: ProducerForm = rowsOf19Bytes
  expect([await colourOf(write()), await colourOf(write(GREEN_CONTENTS))]).toEqual(['red', 'green'])
})
