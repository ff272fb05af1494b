/** @jest-environment jsdom */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { blankDrawing, isBlankDrawing } from './drawing.ts'
import { coveredRanges, typedNameProblem } from './script-characters.ts'
import { loadScriptFaces, scriptFaces, scriptFiles } from './script-faces.ts'

const packages = { dancing: 'dancing-script', sacramento: 'sacramento' } as const
const subsets = { latin: 'latin', latinExt: 'latin-ext', vietnamese: 'vietnamese' } as const
const { resolve } = createRequire(__filename)

/** WOFF 1.0: a directory of tables, each deflated if that makes it smaller. */
const tableOf = (font: Buffer, tag: string): Buffer => {
  const index = Array.from({ length: font.readUInt16BE(12) }, (_, at) => 44 + at * 20).find(
    (at) => font.toString('latin1', at, at + 4) === tag,
  )
  if (index === undefined) throw new Error(`the font has no ${tag}`)
  const [start, packed, size] = [4, 8, 12].map((at) => font.readUInt32BE(index + at)) as [number, number, number]
  const table = font.subarray(start, start + packed)
  return packed < size ? inflateSync(table) : table
}

/** Format 4 of OpenType's `cmap`: segments of code points. */
const charactersOf = (cmap: Buffer): number[] => {
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, at) => cmap.readUInt32BE(8 + at * 8))
  const start = offsets.find((at) => cmap.readUInt16BE(at) === 4)
  if (start === undefined) throw new Error('the font has no segments')
  const segments = cmap.readUInt16BE(start + 6) / 2
  const entry = (list: number, segment: number) => start + 14 + (list * segments + segment) * 2 + (list > 0 ? 2 : 0)
  return Array.from({ length: segments }, (_, segment) => {
    const [last, first, delta, offset] = [0, 1, 2, 3].map((list) => cmap.readUInt16BE(entry(list, segment))) as [
      number,
      number,
      number,
      number,
    ]
    return Array.from({ length: last - first + 1 }, (__, at) => first + at).filter((code) => {
      if (code === 0xffff) return false
      if (offset === 0) return ((code + delta) & 0xffff) !== 0
      return cmap.readUInt16BE(entry(3, segment) + offset + (code - first) * 2) !== 0
    })
  }).flat()
}

const isIn = (ranges: string) => (code: number) =>
  ranges.split(',').some((range) => {
    const [first = 0, last = first] = range
      .slice(2)
      .split('-')
      .map((text) => Number.parseInt(text, 16))
    return first <= code && code <= last
  })

const folderOf = (face: keyof typeof packages) =>
  join(resolve(`@fontsource/${packages[face]}/files/${packages[face]}-latin-400-normal.woff`), '../..')
const rangesOf = (face: keyof typeof packages): Record<string, string> =>
  JSON.parse(readFileSync(join(folderOf(face), 'unicode.json'), 'utf8'))

const added: { family: string; unicodeRange: string | undefined }[] = []
const loaded: string[] = []
let fails = false
beforeAll(() => {
  globalThis.FontFace = class {
    constructor(family: string, _source: string, options?: FontFaceDescriptors) {
      Object.assign(this, { family, unicodeRange: options?.unicodeRange })
    }
  } as unknown as typeof FontFace
  const fonts = {
    add: (face: (typeof added)[number]) => added.push(face),
    delete: (face: (typeof added)[number]) => added.splice(added.indexOf(face), 1),
    load: async (_font: string, text: string) => {
      if (fails) throw new Error('offline')
      loaded.push(text)
    },
  }
  Object.defineProperty(document, 'fonts', { configurable: true, value: fonts })
})

test.each(scriptFaces)('the table has the characters that the files of $label draw', ({ id }) => {
  const files = scriptFiles.filter(({ face }) => face === id).map(({ subset }) => subsets[subset])
  const ranges = rangesOf(id)
  expect(files.toSorted()).toEqual(Object.keys(ranges).toSorted())
  const drawn = new Set(
    files.flatMap((subset) => {
      const font = readFileSync(join(folderOf(id), 'files', `${packages[id]}-${subset}-400-normal.woff`))
      return charactersOf(tableOf(font, 'cmap')).filter(isIn(ranges[subset] ?? ''))
    }),
  )
  const inTable = coveredRanges(id).flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  )
  expect(inTable).toEqual([...drawn].filter((code) => code > 0x1f).toSorted((a, b) => a - b))
})

test('each file is registered with the range of the package, and the text decides which load', async () => {
  await loadScriptFaces('Michał Bąk')
  expect(added.map(({ unicodeRange }) => unicodeRange)).toEqual(
    scriptFiles.map(({ face, subset }) => rangesOf(face)[subsets[subset]]),
  )
  expect(loaded).toEqual(['AMichał Bąk', 'AMichał Bąk'])
  await loadScriptFaces()
  expect(added).toHaveLength(scriptFiles.length)
})

test('faces that did not load are registered again', async () => {
  fails = true
  await loadScriptFaces()
  expect(added).toEqual([])
  fails = false
  await loadScriptFaces()
  expect(added).toHaveLength(scriptFiles.length)
})

test.each(['Michał Bąk', 'Ana Mora Ñúñez', 'Søren Åkesson', 'Łukasz Żółć', 'Jose\u0301'])(
  'both faces write %s',
  (name) => {
    for (const { id } of scriptFaces) expect(typedNameProblem(name, id)).toBeUndefined()
  },
)

test.each([
  ['Nguyễn Văn', 'sacramento', 'Esta letra no tiene «ễ». Elige «Caligrafía», o dibuja tu firma.'],
  [
    '王小明',
    'dancing',
    'Ninguna de nuestras letras tiene «王», «小», «明». Escribe tu nombre con letras latinas, o dibuja tu firma.',
  ],
  [
    'Иван Петров',
    'dancing',
    'Ninguna de nuestras letras tiene «И», «в», «а». Escribe tu nombre con letras latinas, o dibuja tu firma.',
  ],
  [
    'Ana 😀',
    'sacramento',
    'Ninguna de nuestras letras tiene «😀». Escribe tu nombre con letras latinas, o dibuja tu firma.',
  ],
] as const)('%s in %s is refused', (name, face, problem) => {
  expect(typedNameProblem(name, face)).toBe(problem)
  expect(isBlankDrawing({ ...blankDrawing, method: 'typed', name, face })).toBe(true)
})

test('a name that the face writes can be sent', () => {
  expect(isBlankDrawing({ ...blankDrawing, method: 'typed', name: 'Nguyễn Văn', face: 'dancing' })).toBe(false)
})
