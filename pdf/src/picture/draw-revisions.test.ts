import {
  compareDocumentPictures,
  type DrawLimits,
  PictureError,
  type PictureRenderer,
  pictureSize,
  type RenderedPage,
} from './index.ts'

const NOW = Uint8Array.of(2)
const SIGNED = Uint8Array.of(1)

const white = (shade = 255): RenderedPage => ({
  width: 10,
  height: 10,
  pixels: new Uint8Array(400).fill(shade),
  points: { width: 5, height: 5 },
  rotation: 0,
})

interface Fake {
  readonly pages?: number
  readonly pagesNow?: number
  readonly draw?: (page: number, isNow: boolean, limits: DrawLimits) => Promise<RenderedPage> | RenderedPage
  readonly open?: (isNow: boolean) => undefined | Promise<never>
}

const open: string[] = []
beforeEach(() => open.splice(0))

const fake = ({ pages = 3, pagesNow = pages, draw = () => white(), open: opening }: Fake): PictureRenderer => ({
  open: async (bytes) => {
    const isNow = bytes[0] === 2
    await opening?.(isNow)
    const file = isNow ? 'now' : 'signed'
    open.push(file)
    return {
      pageCount: isNow ? pagesNow : pages,
      draw: async (page, limits) => draw(page, isNow, limits),
      close: () => {
        open.splice(open.indexOf(file), 1)
      },
    }
  },
})

const compare = (given: Fake, more: Partial<Parameters<typeof compareDocumentPictures>[2]> = {}) =>
  compareDocumentPictures(SIGNED, NOW, { renderer: fake(given), allowed: [], ...more })

const nothing = { differences: [], uncompared: [] }
const wholePage = { x: 0, y: 0, width: 1, height: 1 }
const broken = (): never => {
  throw new PictureError('broken')
}
const never = (): Promise<never> => new Promise(() => undefined)

afterEach(() => expect(open).toEqual([]))

test.each<[string, Fake, object]>([
  ['the same', {}, { state: 'same', ...nothing }],
  [
    'one other page',
    { draw: (page, isNow) => white(page === 2 && isNow ? 0 : 255) },
    { state: 'different', differences: [{ page: 2, rect: wholePage }], uncompared: [] },
  ],
  [
    'a page more',
    { pages: 1, pagesNow: 2 },
    { state: 'different', differences: [{ page: 2, rect: wholePage }], uncompared: [] },
  ],
  [
    'a page less',
    { pages: 2, pagesNow: 1 },
    { state: 'different', differences: [{ page: 2, rect: wholePage }], uncompared: [] },
  ],
  [
    'a page that cannot be drawn today',
    { draw: (page, isNow) => (page === 2 && isNow ? broken() : white()) },
    { state: 'incomplete', differences: [], uncompared: [{ from: 2, to: 2 }] },
  ],
  [
    'pages that could not be drawn as they were signed',
    { pages: 5, draw: (page, isNow) => (page !== 3 && !isNow ? broken() : white()) },
    {
      state: 'incomplete',
      differences: [],
      uncompared: [
        { from: 1, to: 2 },
        { from: 4, to: 5 },
      ],
    },
  ],
  [
    'one other page, and one that cannot be drawn',
    { draw: (page, isNow) => (page === 1 ? broken() : white(isNow && page === 3 ? 0 : 255)) },
    { state: 'different', differences: [{ page: 3, rect: wholePage }], uncompared: [{ from: 1, to: 1 }] },
  ],
  ['no pages', { pages: 0 }, { state: 'incomplete', differences: [], uncompared: [{ from: 1, to: 1 }] }],
  ['today unreadable', { open: (isNow) => (isNow ? broken() : undefined) }, { state: 'not-compared', ...nothing }],
  ['unreadable as signed', { open: (isNow) => (isNow ? undefined : broken()) }, { state: 'not-compared', ...nothing }],
])('pictures of a file that is %s give the right finding', async (_, given, expected) => {
  expect(await compare(given)).toEqual(expected)
})

test('a difference in an allowed rectangle of its page is excused, on another page it is not', async () => {
  const draw = (page: number, isNow: boolean) => white(page === 2 && isNow ? 0 : 255)
  expect(await compare({ draw }, { allowed: [{ page: 2, rect: wholePage }] })).toMatchObject({ state: 'same' })
  expect(await compare({ draw }, { allowed: [{ page: 1, rect: wholePage }] })).toMatchObject({ state: 'different' })
})

test('a renderer that never answers uses the time up: the rest is not compared', async () => {
  const limits = { milliseconds: 30 }
  const draw = (page: number) => (page === 2 ? never() : white())
  expect(await compare({ pages: 9, draw }, { limits })).toEqual({
    state: 'incomplete',
    differences: [],
    uncompared: [{ from: 2, to: 9 }],
  })
  expect(await compare({ open: () => never() }, { limits })).toEqual({ state: 'not-compared', ...nothing })
})

test('a file that opens after the time is over is closed', async () => {
  const late = Promise.withResolvers<never>()
  await compare({ open: () => late.promise }, { limits: { milliseconds: 5 } })
  late.resolve(undefined as never)
  await new Promise(setImmediate)
})

test('the clock that is given counts, and pages beyond its limit are not compared', async () => {
  let time = 0
  const draw = () => {
    time += 10
    return white()
  }
  const finding = await compare({ pages: 100, draw }, { limits: { milliseconds: 100 }, clock: () => time })
  expect(finding).toEqual({ state: 'incomplete', differences: [], uncompared: [{ from: 6, to: 100 }] })
})

test('10,000 pages: those beyond the limit are named and never drawn', async () => {
  let most = 0
  const draw = (page: number) => {
    most = Math.max(most, page)
    return white()
  }
  const finding = await compare({ pages: 10_000, draw }, { limits: { pages: 40 } })
  expect(finding).toEqual({ state: 'incomplete', differences: [], uncompared: [{ from: 41, to: 10_000 }] })
  expect(most).toBe(40)
})

test('10,000 added pages give at most 200 differences', async () => {
  expect((await compare({ pages: 1, pagesNow: 10_000 })).differences).toHaveLength(200)
})

test('a broken page does not hide a difference on another one', async () => {
  const draw = (page: number, isNow: boolean) => (page === 1 ? broken() : white(isNow ? 0 : 255))
  expect(await compare({ pages: 2, draw })).toMatchObject({ state: 'different', differences: [{ page: 2 }] })
})

test('cancelling rejects with the reason of the signal, also while the renderer does not answer', async () => {
  const cancelled = new AbortController()
  const draw = () => {
    cancelled.abort(new Error('cancelled by the person'))
    return never()
  }
  await expect(compare({ draw }, { signal: cancelled.signal })).rejects.toThrow('cancelled by the person')
  await expect(compare({}, { signal: cancelled.signal })).rejects.toThrow('cancelled by the person')
})

test('progress counts the pages, and is awaited', async () => {
  const told: string[] = []
  const onProgress = async (done: number, total: number) => {
    await new Promise(setImmediate)
    told.push(`${done}/${total}`)
  }
  await compare({ pages: 2 }, { onProgress })
  expect(told).toEqual(['1/2', '2/2'])
})

test.each([
  ['A4 at two pixels a point', 595, 842, { width: 1190, height: 1684 }],
  ['A0 at one', 2384, 3370, { width: 2524, height: 3567 }],
])('a page of %s', (_, width, height, expected) => {
  expect(pictureSize({ width, height }, { pixels: 9_000_000 })).toEqual(expected)
})

test.each([
  [14_400, 14_400],
  [0, 842],
  [-595, 842],
  [-595, -842],
  [Number.NaN, 842],
  [Number.POSITIVE_INFINITY, 1],
])('a page of %p × %p points is refused', (width, height) => {
  expect(() => pictureSize({ width, height }, { pixels: 9_000_000 })).toThrow(PictureError)
})

test.each([
  ['A4', 595, 842, 1133],
  ['a receipt', 200, 1500, 6000],
  ['an A0 plan', 2384, 3370, 1131],
])('%s in the width that is asked for', (_, width, height, expected) => {
  expect(pictureSize({ width, height }, { pixels: 9_000_000, width: 800 })).toEqual({ width: 800, height: expected })
})

test.each([
  [200, 6000],
  [0, 842],
  [-595, -842],
  [595, -842],
  [Number.NaN, 842],
  [Number.POSITIVE_INFINITY, 1],
  [595, Number.POSITIVE_INFINITY],
])('a page of %p × %p points is refused at a width, too', (width, height) => {
  expect(() => pictureSize({ width, height }, { pixels: 9_000_000, width: 800 })).toThrow(PictureError)
})
