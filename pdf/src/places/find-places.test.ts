import fc from 'fast-check'
import { findPlaces } from './find-places.ts'
import type { FoundPlace } from './found-place.ts'
import type { PageMarks, SeenBox, TextRun } from './page-marks.ts'

const PAGE = { width: 612, height: 792 }
const SIZE = 11

/** A run of text whose letters are about half as wide as high. */
const run = (text: string, x: number, baseline: number): TextRun => ({
  text,
  box: { x, y: baseline - SIZE, width: text.length * SIZE * 0.5, height: SIZE },
})
const stroke = (x: number, y: number, width: number): SeenBox => ({ x, y, width, height: 0.75 })
const upright = (x: number, y: number, height: number): SeenBox => ({ x, y, width: 0.75, height })
const UNDERSCORES = '_'.repeat(24)

const found = (marks: Partial<PageMarks>): readonly FoundPlace[] =>
  findPlaces({ ...PAGE, runs: [], strokes: [], ...marks })
const told = (marks: Partial<PageMarks>): readonly string[] =>
  found(marks).map(({ kind, source, role }) => [kind, source, ...(role === undefined ? [] : [role])].join(' '))

describe('the words to the left of a line give its kind', () => {
  test.each([
    ['Firma: ', ['signature line']],
    ['Firma del arrendatario: ', ['signature line arrendatario']],
    ['f. ', ['signature line']],
    ['Por: ', ['signature line']],
    ['El arrendador: ', ['signature line El arrendador']],
    ['Testigo: ', ['signature line Testigo']],
    ['Nombre y firma: ', ['signature line']],
    ['Nombre completo: ', ['name line']],
    ['Nombre del representante legal: ', ['name line']],
    ['Cédula: ', ['identification line']],
    ['N.º de identificación ', ['identification line']],
    ['mayor, portadora de la cédula de identidad número ', ['identification line']],
    ['Fecha de nacimiento: ', ['date line']],
    ['Lugar: ', ['text line']],
    ['Lugar y fecha: ', ['text line']],
    ['casada, vecina de ', ['text line']],
    ['V.º B.º: ', ['initials line']],
    ['Iniciales: ', ['initials line']],
    ['la suma de ', []],
    ['a partir de la firma del presente contrato entre las partes ', []],
    ['Cantidad solicitada: ', []],
    ['', []],
  ])('%s____ is %j', (label, expected) => {
    expect(told({ runs: [run(`${label}${UNDERSCORES}`, 72, 300)] })).toEqual(expected)
  })
})

describe('a label may break before its line', () => {
  test.each([
    ['mayor, portadora de la cédula de identidad', 'número ', ['identification line']],
    ['El pago se hace en la fecha', 'indicada ', ['date line']],
    ['con la cédula de identidad', 'Número ', []],
    ['Se muestra la cédula.', 'número ', []],
    ['la cédula de identidad', 'y la suma de ', []],
    ['A la firma', 'indicada ', []],
    [`la cédula ${UNDERSCORES}`, 'número ', []],
  ])('«%s» and then «%s____» is %j', (above, before, expected) => {
    const lines = [run(above, 72, 280), run(`${before}${UNDERSCORES}`, 72, 300)]
    expect(told({ runs: lines }).slice(above.includes('_') ? 1 : 0)).toEqual(expected)
  })

  test.each([
    ['Nombre completo:', 0, ['name stroke']],
    ['Nombre completo', 0, []],
    ['Nombre completo:', 40, []],
  ])('«%s» over a stroke, %i points off its middle, is %j', (label, off, expected) => {
    const runs = [run(label, 300 - label.length * SIZE * 0.25 + off, 284)]
    expect(told({ runs, strokes: [stroke(220, 300, 160)] })).toEqual(expected)
  })
})

describe('lines are of five or more underscores or dots', () => {
  test.each([
    ['Firma: ____', []],
    ['Firma: _____', ['signature line']],
    ['Firma: _ _ _ _ _ _', ['signature line']],
    ['Firma: ....', []],
    ['Firma: ..........', ['signature line']],
    ['Firma: …………', ['signature line']],
    ['Firma de las partes .......... 7', []],
    ['Cédula: ________ Fecha: ________', ['identification line', 'date line']],
  ])('%s gives %j', (text, expected) => {
    expect(told({ runs: [run(text, 72, 300)] })).toEqual(expected)
  })

  test('the page number of a table of contents may stand apart', () => {
    expect(told({ runs: [run('Firma de las partes ..........', 72, 300), run('12', 520, 300)] })).toEqual([])
  })

  test('a label at most 24 points away counts, a farther one does not', () => {
    const near = [run('Firma:', 72, 300), run(UNDERSCORES, 72 + 33 + 20, 300)]
    const far = [run('Firma:', 72, 300), run(UNDERSCORES, 72 + 33 + 40, 300)]
    expect(told({ runs: near })).toEqual(['signature line'])
    expect(told({ runs: far })).toEqual([])
  })
})

describe('the words below a line name its signer', () => {
  test.each([
    [['María Rojas Solano'], ['signature line María Rojas Solano']],
    [['María Rojas Solano', 'Cédula 1-1111-1111', 'LA ARRENDADORA'], ['signature line LA ARRENDADORA']],
    [['El arrendatario'], ['signature line El arrendatario']],
    [['Firma del patrono'], ['signature line patrono']],
    [['Inversiones del Valle S.A.', 'Por la vendedora'], ['signature line la vendedora']],
    [['Fecha'], ['date line']],
    [['Nombre'], ['name line']],
    [['Cédula'], ['identification line']],
    [['Contrato de Arrendamiento'], []],
    [['Las partes declaran que conocen y aceptan las condiciones de este documento'], []],
  ])('%j below gives %j', (texts, expected) => {
    const below = texts.map((text, index) => run(text, 72, 316 + 14 * index))
    expect(told({ runs: [run(UNDERSCORES, 72, 300), ...below] })).toEqual(expected)
  })

  test('a name farther than 24 points below is no label', () => {
    expect(told({ runs: [run(UNDERSCORES, 72, 300), run('María Rojas', 72, 340)] })).toEqual([])
  })

  test('a name under a rule at the top of the page is a letterhead', () => {
    expect(told({ runs: [run('Café Tarrazú Ltda.', 220, 70)], strokes: [stroke(200, 55, 180)] })).toEqual([])
  })

  test('the party that heads a block of lines is its role', () => {
    const rows = ['EL ARRENDADOR', `Firma: ${UNDERSCORES}`, `Nombre: ${UNDERSCORES}`, `Fecha: ${UNDERSCORES}`]
    expect(told({ runs: rows.map((text, index) => run(text, 72, 300 + 24 * index)) })).toEqual([
      'signature line EL ARRENDADOR',
      'name line EL ARRENDADOR',
      'date line EL ARRENDADOR',
    ])
  })

  test('each of two blocks side by side has its own role', () => {
    const runs = [
      run(UNDERSCORES, 72, 500),
      run(UNDERSCORES, 340, 500),
      run('El comprador', 72, 516),
      run('La vendedora', 340, 516),
    ]
    expect(told({ runs })).toEqual(['signature line El comprador', 'signature line La vendedora'])
  })
})

test.each([
  [
    'above, at its edge',
    [run('Nombre completo:', 72, 285), run('más texto del formulario que sigue', 300, 400)],
    ['name line'],
  ],
  [
    'at the end of the sentence before',
    [run('con domicilio desde hace muchos años en la provincia', 72, 282)],
    ['text line'],
  ],
  ['above, but the sentence ended', [run('con domicilio desde hace muchos años en la provincia.', 72, 282)], []],
])('a label may stand %s', (_, runs, expected) => {
  expect(told({ runs: [...runs, run(UNDERSCORES, 72, 300)] })).toEqual(expected)
})

describe('strokes', () => {
  const label = run('Firma:', 72, 300)
  test.each<[string, readonly SeenBox[], readonly string[]]>([
    ['a stroke of 60 points', [stroke(110, 301, 60)], ['signature stroke']],
    ['a stroke of 300 points', [stroke(110, 301, 300)], ['signature stroke']],
    ['a shorter stroke', [stroke(110, 301, 59)], []],
    ['a longer stroke', [stroke(110, 301, 301)], []],
    ['dashes', Array.from({ length: 30 }, (_, index) => stroke(110 + 6 * index, 301, 3)), ['signature stroke']],
    ['a thin filled rectangle', [{ ...stroke(110, 300, 150), height: 2 }], ['signature stroke']],
    ['a bar', [{ ...stroke(110, 300, 150), height: 5 }], []],
    ['the border of a cell', [stroke(110, 301, 150), upright(260, 280, 21)], []],
    ['a cell’s edge far away', [stroke(110, 301, 150), upright(290, 280, 21)], ['signature stroke']],
    ['an upright stroke', [upright(110, 200, 101)], []],
  ])('%s', (_, strokes, expected) => {
    expect(told({ runs: [label], strokes })).toEqual(expected)
  })

  test('a written word on a stroke is underlined', () => {
    expect(told({ runs: [label, run('María Rojas', 115, 299)], strokes: [stroke(110, 301, 150)] })).toEqual([])
  })

  test('a row between two equal strokes belongs to a table', () => {
    const strokes = [stroke(72, 300, 160), stroke(72, 322, 160)]
    expect(told({ runs: [run('Nombre', 76, 315)], strokes })).toEqual([])
  })

  test('a stroke under underscores is the same line', () => {
    const runs = [run(`Firma: ${UNDERSCORES}`, 72, 300)]
    expect(told({ runs, strokes: [stroke(112, 301, 120)] })).toEqual(['signature line'])
  })

  test('a drawing has too many strokes to be looked at', () => {
    const drawing = Array.from({ length: 5000 }, (_, index) => stroke(index % 500, 301, 80))
    expect(told({ runs: [label], strokes: drawing })).toEqual([])
  })
})

describe('text tags', () => {
  test.each([
    ['{{firma:arrendatario}}', ['signature tag arrendatario'], false],
    ['{{ Firma : La vendedora | Obligatorio }}', ['signature tag La vendedora'], true],
    ['{{fecha:arrendatario}}', ['date tag arrendatario'], false],
    ['{{texto:Domicilio|obligatorio}}', ['text tag'], true],
    ['{{identificación}}', ['identification tag'], false],
    ['{{iniciales:cliente|opcional}}', ['initials tag cliente'], false],
    ['{{precio:total}}', [], false],
    ['{{firma:a{b}}', [], false],
    ['{firma:arrendatario}', [], false],
  ])('%s gives %j', (text, expected, required) => {
    const marks = { runs: [run(text, 72, 300)] }
    expect(told(marks)).toEqual(expected)
    expect(found(marks).some((place) => place.required)).toBe(required)
  })

  test('a tag may be written in several runs, and wins over a line beneath it', () => {
    const runs = [run('{{fir', 72, 300), run('ma:cliente', 99.5, 300), run('}}', 154.5, 300)]
    expect(told({ runs, strokes: [stroke(70, 301, 120)] })).toEqual(['signature tag cliente'])
  })

  test('the name of a text field is its label', () => {
    expect(found({ runs: [run('{{texto:Domicilio exacto}}', 72, 300)] })).toMatchObject([{ label: 'Domicilio exacto' }])
  })
})

test('a signature stands on its line and fills the free height above it', () => {
  const runs = [run('Acepto lo anterior en todos sus extremos.', 72, 240), run(`Firma: ${'_'.repeat(30)}`, 72, 300)]
  const [place] = found({ runs })
  expect(place).toBeDefined()
  const { x = 0, y = 0, width = 0, height = 0 } = place?.rect ?? {}
  expect((y + height) * PAGE.height).toBeCloseTo(302, 0)
  expect(height * PAGE.height).toBeGreaterThanOrEqual(40)
  expect(x * PAGE.width).toBeGreaterThan(95)
  expect(width * PAGE.width).toBeGreaterThan(140)
})

const number = fc.oneof(fc.double({ min: -50, max: 900 }), fc.double(), fc.integer({ min: 0, max: 800 }))
const box = fc.record({ x: number, y: number, width: number, height: number })
const likely = fc.record({
  x: fc.integer({ min: 0, max: 600 }),
  y: fc.integer({ min: 0, max: 790 }),
  width: fc.integer({ min: 1, max: 300 }),
  height: fc.integer({ min: 1, max: 14 }),
})
const words = fc.constantFrom(
  'Firma:',
  '_____',
  '........',
  'El arrendador',
  'Nombre',
  '{{firma:a|b}}',
  '{{',
  ' ',
  'María Rojas',
  'f.',
)
const texts = fc.oneof(
  words,
  fc.array(words, { maxLength: 4 }).map((parts) => parts.join(' ')),
  fc.string(),
)
const runs = fc.array(fc.record({ text: texts, box: fc.oneof(likely, box) }), { maxLength: 25 })
const strokes = fc.array(fc.oneof(likely, box), { maxLength: 25 })
const extents = fc.oneof(fc.constant(PAGE), fc.record({ width: number, height: number }))

test('whatever stands on a page, places are inside it', () => {
  fc.assert(
    fc.property(extents, runs, strokes, (extent, someRuns, someStrokes) => {
      for (const { rect } of findPlaces({ ...extent, runs: someRuns, strokes: someStrokes })) {
        expect(Math.min(rect.x, rect.y)).toBeGreaterThanOrEqual(0)
        expect(Math.min(rect.width, rect.height)).toBeGreaterThan(0)
        expect(Math.max(rect.x + rect.width, rect.y + rect.height)).toBeLessThanOrEqual(1 + 1e-9)
      }
    }),
    { numRuns: 300 },
  )
})

test('the order of runs and strokes is of no importance', () => {
  const shuffled = fc
    .tuple(runs, strokes)
    .chain(([a, b]) =>
      fc.tuple(
        fc.constant(a),
        fc.constant(b),
        fc.shuffledSubarray(a, { minLength: a.length }),
        fc.shuffledSubarray(b, { minLength: b.length }),
      ),
    )
  fc.assert(
    fc.property(shuffled, ([someRuns, someStrokes, otherRuns, otherStrokes]) => {
      expect(found({ runs: otherRuns, strokes: otherStrokes })).toEqual(found({ runs: someRuns, strokes: someStrokes }))
    }),
    { numRuns: 300 },
  )
})

describe('100,000 characters take less than a second', () => {
  const LENGTH = 100_000
  const limit = 1000 * Number(process.env.TRAZO_TEST_SLOWNESS ?? 1)
  test.each([' ', '_', '.', '{', '{{', '{{a|', '{{firma:', '_ ', '. _', 'Firma: _____ ', 'de ', 'ñ,', '{{a|b}'])(
    'of %j',
    (part) => {
      const text = part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH)
      const start = process.cpuUsage()
      found({ runs: [run(text, 0, 300)] })
      const { user, system } = process.cpuUsage(start)
      expect((user + system) / 1000).toBeLessThan(limit)
    },
  )

  test('in many short runs on one line', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => run('_____', index % 600, 300 + (index % 7)))
    const start = process.cpuUsage()
    found({
      runs: many,
      strokes: Array.from({ length: 4000 }, (_, index) => stroke(index % 300, 290 + (index % 20), 100)),
    })
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1000).toBeLessThan(3 * limit)
  })
})
