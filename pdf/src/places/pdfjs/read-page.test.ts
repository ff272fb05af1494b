import { pdfjsOperators as ops, pdfjsPathOperators as path } from './operator-numbers.ts'
import type { PdfjsPage } from './page-source.ts'
import { readPageMarks } from './read-page.ts'

const { moveTo, lineTo, curveTo, closePath } = path

type Operation = readonly [number, unknown?]

const upright = [1, 0, 0, -1, 0, 792]
/** A page turned by 90 degrees clockwise. */
const turned = [0, 1, 1, 0, 0, 0]

const pageOf = (operations: readonly Operation[], items: readonly object[] = [], transform = upright): PdfjsPage => ({
  getViewport: () => ({ width: 612, height: 792, transform }),
  getTextContent: async () => ({ items }),
  getOperatorList: async () => ({
    fnArray: operations.map(([operator]) => operator),
    argsArray: operations.map(([, args]) => args ?? null),
  }),
})

const drawn = (paint: number, ...data: readonly number[]): Operation => [
  ops.constructPath,
  [paint, [Float32Array.from(data)], null],
]
const line = [moveTo, 100, 492, lineTo, 300, 492]
const thin = [moveTo, 100, 492, lineTo, 300, 492, lineTo, 300, 493, lineTo, 100, 493, closePath]
const cell = [moveTo, 100, 492, lineTo, 300, 492, lineTo, 300, 522, lineTo, 100, 522, closePath]

const strokesOf = async (operations: readonly Operation[], transform?: number[]) =>
  (await readPageMarks(pageOf(operations, [], transform))).strokes.map(({ x, y, width, height }) => [
    x,
    y,
    width,
    height,
  ])

test.each<[string, readonly Operation[], readonly (readonly number[])[]]>([
  ['a stroked line, as thick as its pen', [[ops.setLineWidth, [2]], drawn(ops.stroke, ...line)], [[100, 299, 200, 2]]],
  ['a thin filled rectangle', [drawn(ops.fill, ...thin)], [[100, 299, 200, 1]]],
  ['no filled area', [drawn(ops.fill, ...cell)], []],
  ['no clipping path', [drawn(28, ...line)], []],
  ['no curve', [drawn(ops.stroke, moveTo, 100, 492, curveTo, 1, 1, 2, 2, 300, 492)], []],
  ['no slanting line', [drawn(ops.stroke, moveTo, 100, 492, lineTo, 300, 520)], []],
  [
    'a moved and enlarged line',
    [
      [ops.save],
      [ops.transform, [2, 0, 0, 2, 10, 0]],
      drawn(ops.stroke, moveTo, 20, 246, lineTo, 120, 246),
      [ops.restore],
    ],
    [[50, 299, 200, 2]],
  ],
  [
    'a line after a restored state',
    [[ops.save], [ops.transform, [2, 0, 0, 2, 10, 0]], [ops.restore], drawn(ops.stroke, ...line)],
    [[100, 299.5, 200, 1]],
  ],
  [
    'a line in a form, moved by its matrix',
    [
      [ops.paintFormXObjectBegin, [Float32Array.from([1, 0, 0, 1, 5, 0]), null]],
      drawn(ops.stroke, ...line),
      [ops.paintFormXObjectEnd],
      drawn(ops.stroke, ...line),
    ],
    [
      [105, 299.5, 200, 1],
      [100, 299.5, 200, 1],
    ],
  ],
  [
    'nothing of a broken list',
    [[ops.constructPath], [ops.constructPath, [ops.stroke, [null]]], [ops.restore], [ops.transform, ['x']]],
    [],
  ],
])('readPageMarks reads %s', async (_, operations, expected) => {
  expect(await strokesOf(operations)).toEqual(expected)
})

test('a stroked rectangle has four edges', async () => {
  const edges = await strokesOf([drawn(ops.stroke, ...cell)])
  expect(edges.map(([, , width, height]) => [width, height])).toEqual([
    [200, 1],
    [1, 30],
    [200, 1],
    [1, 30],
  ])
})

test('a line of a turned page lies as it is seen', async () => {
  expect(await strokesOf([drawn(ops.stroke, moveTo, 300, 100, lineTo, 300, 250)], turned)).toEqual([
    [100, 299.5, 150, 1],
  ])
})

test('readPageMarks reads upright words with their baseline, and leaves out sideways words and marked content', async () => {
  const items = [
    { str: 'Firma:', transform: [11, 0, 0, 11, 72, 492], width: 33 },
    { str: 'borrador', transform: [0, 11, -11, 0, 20, 300], width: 60 },
    { type: 'beginMarkedContent' },
    { str: 'torcida', transform: [Number.NaN], width: 60 },
  ]
  const { runs, width, height } = await readPageMarks(pageOf([], items))
  expect({ width, height }).toEqual({ width: 612, height: 792 })
  expect(runs).toEqual([{ text: 'Firma:', box: { x: 72, y: 289, width: 33, height: 11 } }])
})
