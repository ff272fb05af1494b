import type { RawPage, ViewedDocument } from '../../viewer/engine/pdf-engine.ts'
import { type PlacesReading, readPlaces } from './read-places.ts'

jest.mock('../../viewer/when-idle.ts', () => ({ whenIdle: (run: () => void) => run() }))

const cleaned: number[] = []
const pageWith = (number: number): RawPage => ({
  getViewport: () => ({ width: 600, height: 800, transform: [1, 0, 0, -1, 0, 800] }),
  getTextContent: async () => ({
    items: [{ str: `Firma: ${'_'.repeat(20)}`, transform: [11, 0, 0, 11, 72, 500], width: 150 }],
  }),
  getOperatorList: async () => ({ fnArray: [], argsArray: [] }),
  cleanup: () => cleaned.push(number) > 0,
})

const documentWith = (rawPage: ViewedDocument['rawPage'], pageCount = 3): ViewedDocument => ({
  pageCount,
  rawPage,
  page: () => Promise.reject(new Error('no page is shown')),
  pageAhead: () => Promise.reject(new Error('no page is shown')),
  here: (number) =>
    number === 1
      ? {
          number,
          size: { width: 600, height: 800 },
          points: { width: 600, height: 800 },
          render: () => ({ finished: Promise.resolve('painted'), cancel: () => undefined }),
          layText: () => ({ finished: Promise.resolve(undefined), cancel: () => undefined }),
        }
      : undefined,
  text: async () => [],
  bytes: async () => new Uint8Array(),
})

const read = async (document: ViewedDocument, onReport: (reading: AbortController) => void = () => undefined) => {
  const stopped = new AbortController()
  const reports: Parameters<PlacesReading['report']>[] = []
  await readPlaces({
    document,
    signal: stopped.signal,
    report: (...report) => {
      reports.push(report)
      onReport(stopped)
    },
  })
  return reports
}

beforeEach(() => cleaned.splice(0))

test('readPlaces reports after each page, with ids that no two places share', async () => {
  const reports = await read(documentWith(async (number) => pageWith(number)))
  expect(reports.map(([found, progress]) => [found.length, progress])).toEqual([
    [1, { read: 1, pages: 3 }],
    [2, { read: 2, pages: 3 }],
    [3, { read: 3, pages: 3 }],
  ])
  expect(reports.at(-1)?.[0].map(({ id, page }) => [id, page])).toEqual([
    ['1-0', 1],
    ['2-0', 2],
    ['3-0', 3],
  ])
})

test('readPlaces frees the pages that it brought, but not one on screen', async () => {
  await read(documentWith(async (number) => pageWith(number)))
  expect(cleaned).toEqual([2, 3])
})

test('readPlaces stops at the page where the editor closes', async () => {
  const rawPage = jest.fn(async (number: number) => pageWith(number))
  const reports = await read(documentWith(rawPage), (stopped) => stopped.abort())
  expect(reports).toHaveLength(1)
  expect(rawPage).toHaveBeenCalledTimes(1)
})

test('a page that cannot be read has no places, and the reading continues', async () => {
  const rawPage = async (number: number) => {
    if (number === 2) throw new Error('the page is damaged')
    return pageWith(number)
  }
  const reports = await read(documentWith(rawPage))
  expect(reports.at(-1)?.[0].map(({ page }) => page)).toEqual([1, 3])
})

test('of 200 pages, 60 are read', async () => {
  const rawPage = jest.fn(async (number: number) => pageWith(number))
  const reports = await read(documentWith(rawPage, 200))
  expect(rawPage).toHaveBeenCalledTimes(60)
  expect(reports.at(-1)?.[1]).toEqual({ read: 60, pages: 60 })
})
