import { fakeEngine } from '../../testing/fake-engine.ts'
import type { ViewedDocument } from '../engine/pdf-engine.ts'
import type { PageCount } from './find.ts'
import { searchPages } from './search-pages.ts'

const documentOf = (texts: readonly string[]): Promise<ViewedDocument> =>
  fakeEngine({ pages: texts.length, text: (page) => [{ text: texts[page - 1] ?? '', endsLine: true }] }).engine.open(
    { url: '/', headers: {} },
    () => undefined,
  ).document

const search = async (document: ViewedDocument, query: string, from = 1) => {
  const reports: PageCount[][] = []
  const { signal } = new AbortController()
  await searchPages({ document, query, from, signal, report: (pages) => reports.push([...pages]) })
  return reports
}

test('searchPages counts each page once, beginning at the shown page', async () => {
  const document = await documentOf(['una firma', 'nada', 'Firma y FIRMA'])
  const reports = await search(document, 'firma', 2)
  expect(reports.flat()).toEqual([
    { page: 2, count: 0 },
    { page: 3, count: 2 },
    { page: 1, count: 1 },
  ])
  expect(reports[0]?.at(-1)).toEqual({ page: 3, count: 2 })
})

test('searchPages reports a long document in parts', async () => {
  const document = await documentOf(Array.from({ length: 40 }, () => 'nada'))
  expect((await search(document, 'firma')).map((pages) => pages.length)).toEqual([16, 16, 8])
})

test('the text of each page is read only once for several queries', async () => {
  const document = await documentOf(['uno', 'dos'])
  const text = jest.spyOn(document, 'text')
  await search(document, 'uno')
  await search(document, 'dos')
  expect(text).toHaveBeenCalledTimes(2)
})

test('a page whose text cannot be read is reported, and read again by the next search', async () => {
  const document = await documentOf(['uno'])
  jest.spyOn(document, 'text').mockRejectedValueOnce(new Error('broken'))
  expect((await search(document, 'uno')).flat()).toEqual([{ page: 1, count: undefined }])
  expect((await search(document, 'uno')).flat()).toEqual([{ page: 1, count: 1 }])
})

test('a cancelled search makes no further reports', async () => {
  const document = await documentOf(['uno', 'uno'])
  const controller = new AbortController()
  const report = jest.fn(() => controller.abort())
  await searchPages({ document, query: 'uno', from: 1, signal: controller.signal, report })
  expect(report).toHaveBeenCalledTimes(1)
})
