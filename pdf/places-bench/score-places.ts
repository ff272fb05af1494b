import type { FoundPlace, PageMarks } from '../src/places/index.ts'
import type { PageTurn } from './contracts/layouts.ts'
import type { TruePage, TruePlace } from './printed-contracts.ts'

const POINTS = 72 / 96
/** In points: the place lies on its line. */
const HEIGHT_MISS = 12
/** Of the narrower of both. */
const WIDTH_SHARED = 0.5

interface LineOnPage {
  readonly kind: string
  readonly words: string
  readonly left: number
  readonly right: number
  readonly bottom: number
}

/** Turns a place of the sheet as the file's page is seen. */
const turned = ({ x, y, width, height }: TruePlace, page: TruePage, turn: PageTurn) => {
  if (turn === 90) return { x: page.height - y - height, y: x, width: height, height: width }
  if (turn === 180) return { x: page.width - x - width, y: page.height - y - height, width, height }
  return turn === 270 ? { x: y, y: page.width - x - width, width: height, height: width } : { x, y, width, height }
}

const trueLines = (page: TruePage, turn: PageTurn): readonly LineOnPage[] =>
  page.places.map((place) => {
    const { x, y, width, height } = turned(place, page, turn)
    const bottom = (place.edge === 'top' ? y : y + height) * POINTS
    return { kind: place.kind, words: place.words, left: x * POINTS, right: (x + width) * POINTS, bottom }
  })

const foundLines = (places: readonly FoundPlace[], { width, height }: PageMarks): readonly LineOnPage[] =>
  places.map(({ kind, rect, source, label }) => ({
    kind,
    words: `${source}: ${label}`,
    left: rect.x * width,
    right: (rect.x + rect.width) * width,
    bottom: (rect.y + rect.height) * height,
  }))

const isSame = (a: LineOnPage, b: LineOnPage): boolean => {
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const narrower = Math.min(a.right - a.left, b.right - b.left)
  return a.kind === b.kind && Math.abs(a.bottom - b.bottom) <= HEIGHT_MISS && shared >= WIDTH_SHARED * narrower
}

export interface PageScore {
  readonly right: number
  readonly missed: readonly LineOnPage[]
  readonly wrong: readonly LineOnPage[]
}

/** A place is right if it lies on a true line and has its kind; each line counts once. */
export const scorePage = (
  places: readonly FoundPlace[],
  marks: PageMarks,
  page: TruePage,
  turn: PageTurn,
): PageScore => {
  const missed = [...trueLines(page, turn)]
  const wrong = foundLines(places, marks).filter((found) => {
    const index = missed.findIndex((line) => isSame(found, line))
    if (index >= 0) missed.splice(index, 1)
    return index < 0
  })
  return { right: page.places.length - missed.length, missed, wrong }
}
