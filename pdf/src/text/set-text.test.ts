import { screenDocument } from '../screen/screen-document.ts'
import { asciiBytes, pdfArray, pdfDict, pdfName, pdfStream } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { qpdfStatus, renderPage, runOn, testWith } from '../testing/node/index.ts'
import { newDocument } from '../write/index.ts'
import { createTextSetter, shapeLine } from './index.ts'

const LINE = 24
const WIDTH = 500

/** One line per text. */
const pageOf = (texts: readonly string[]): Uint8Array => {
  const document = newDocument()
  const setter = createTextSetter()
  const height = (texts.length + 1) * LINE
  const shown = texts.map((text, index) =>
    setter.set(shapeLine(text), { x: 20, y: height - (index + 1) * LINE, size: 14 }),
  )
  const pages = document.allocate()
  const page = document.add(
    pdfDict({
      Type: pdfName('Page'),
      Parent: pages,
      MediaBox: pdfArray([0, 0, WIDTH, height]),
      Resources: pdfDict({ Font: pdfDict(setter.fonts(document)) }),
      Contents: document.add(pdfStream(pdfDict({}), asciiBytes(shown.join('\n')))),
    }),
  )
  document.put(pages, pdfDict({ Type: pdfName('Pages'), Kids: pdfArray([page]), Count: 1 }))
  const root = document.add(pdfDict({ Type: pdfName('Catalog'), Pages: pages }))
  return document.build({ root, info: document.add(pdfDict({})) })
}

const textOf = (pdf: Uint8Array): string[] =>
  runOn(pdf, 'pdftotext', ['-layout'], ['-'])
    .output.replaceAll(/[\u200e\u200f\u202a-\u202e\f]/gu, '')
    .split('\n')
    .map((line) => line.trim().normalize('NFC'))
    .filter((line) => line !== '')

const names: readonly (readonly [script: string, name: string])[] = [
  ['Polish', 'Łukasz Wiśniewski'],
  ['Vietnamese', 'Nguyễn Thị Hạnh'],
  ['Greek', 'Γεώργιος Παπαδόπουλος'],
  ['Russian', 'Дмитрий Щёлоков'],
  ['Chinese', '李明 歐陽菲菲'],
  ['Japanese', '佐藤 さくら カタカナ'],
  ['Korean', '홍길동'],
  ['Armenian', 'Արամ Խաչատրյան'],
  ['Georgian', 'ნინო ბერიძე'],
  ['Thai', 'สมชาย ใจดี'],
  ['Hindi', 'अमित कुमार'],
  ['Hindi, reordered', 'हिमानी शक्ति'],
  ['combining marks', 'J\u0331ose\u0301 n\u0303'],
]

describe('pdftotext reads names as they were set', () => {
  for (const [script, text] of names)
    testWith(['pdftotext', 'qpdf'], script, async () => {
      const pdf = pageOf([text])
      expect(qpdfStatus(pdf)).toBe(0)
      expect(screenDocument(pdf, { inflate: inflateWithNode }).findings).toEqual([])
      expect(textOf(pdf)).toEqual([text.normalize('NFC')])
    })

  for (const [script, text] of [
    ['Arabic', 'محمد علي'],
    ['Hebrew', 'דוד כהן'],
    ['Latin and Arabic', 'Dra. Fátima محمود López'],
  ] as const)
    testWith(['pdftotext'], `pdftotext reads the letters of ${script} that are set from right to left`, async () => {
      const [read = ''] = textOf(pageOf([text]))
      // NFKC maps presentation forms to letters; poppler moves spaces.
      const letters = (line: string): string => line.normalize('NFKC').replaceAll(/\s/gu, '')
      expect(letters(read)).toBe(letters(text))
    })
})

testWith(['pdftoppm'], 'the ink of every line is as wide as the computed width', async () => {
  for (const [, text] of [...names, ['Arabic', 'محمد علي'] as const]) {
    const { width, pixels, height } = renderPage(pageOf([text]), 1, 72)
    let right = 0
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) if ((pixels[y * width + x] ?? 255) < 160) right = Math.max(right, x)
    const end = 20 + (shapeLine(text).width * 14) / 1000
    expect(Math.abs(right - end)).toBeLessThan(5)
  }
})

describe('a line', () => {
  const seen = (text: string) =>
    shapeLine(text).runs.map(({ face, text: run, isRightToLeft }) => `${face}${isRightToLeft ? ' ←' : ''} ${run}`)

  test('a line keeps a letter and its marks in one face, and changes the face when a script begins', () => {
    expect(seen('Ana Pérez')).toEqual(['latin Ana Pérez'])
    expect(seen('Li 李明 (x)')).toEqual(['latin Li ', 'han 李明 (', 'latin x)'])
    expect(seen('홍길동')).toEqual(['rest 홍길동'])
  })

  test('a line shows right-to-left text from the right, and numbers within it from the left', () => {
    expect(seen('دار 25 علي')).toEqual(['arabic ← علي', 'latin ←  ', 'latin 25', 'arabic ← دار '])
    expect(seen('a علي b')[1]).toMatch(/^arabic ←/)
  })

  test('a line drops invisible characters that change the direction of the text', () => {
    expect(seen('Ana\u202e zeréP\u2066')).toEqual(['latin Ana zeréP'])
    expect(seen('Ana\nPérez\u0007')).toEqual(['latin Ana Pérez '])
  })

  test('a line shows a replacement sign for a character that no face has', () => {
    expect(seen('Ana \u{10fffd}')).toEqual(['latin Ana ', 'rest \ufffd'])
  })

  test('a bold line uses the bold face only for characters that the bold face has', () => {
    expect(shapeLine('Ana 李', 'bold').runs.map(({ face }) => face)).toEqual(['latin-bold', 'han'])
  })

  test('a line may be empty', () => {
    expect(shapeLine('')).toEqual({ runs: [], width: 0 })
  })
})

test('the same lines give the same bytes', () => {
  const texts = names.map(([, text]) => text)
  expect(Buffer.compare(pageOf(texts), pageOf(texts))).toBe(0)
})
