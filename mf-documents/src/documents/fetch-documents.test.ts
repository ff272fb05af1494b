import type { UserFile } from 'shared/contract'
import type { filesApi } from 'shared/http'
import { documentWith } from '../testing/documents.ts'
import { noFilters } from './document-filters.ts'
import { fetchDocuments } from './fetch-documents.ts'

const query = { ...noFilters, search: 'acta', signed: false }
const stored = Array.from({ length: 250 }, (_, index) => documentWith({ id: index + 1 }))
const { signal } = new AbortController()

const serve = (documents: readonly UserFile[]) => {
  const asked: { limit: string; cursor: string | undefined; q: string | undefined }[] = []
  const find: typeof filesApi.find = async ({ limit, cursor, q }) => {
    asked.push({ limit, cursor, q })
    const from = Number(cursor ?? 0)
    const to = from + Number(limit)
    return { documents: documents.slice(from, to), next_cursor: to < documents.length ? String(to) : null }
  }
  return { asked, find }
}

test('the first request fetches one page of documents, without a cursor', async () => {
  const { asked, find } = serve(stored)
  const page = await fetchDocuments({ id: 1, kind: 'first', query }, signal, find)
  expect(asked).toEqual([{ limit: '24', cursor: undefined, q: 'acta' }])
  expect(page).toEqual({ documents: stored.slice(0, 24), next_cursor: '24' })
})

test('a request for more documents continues from the cursor', async () => {
  const { asked, find } = serve(stored)
  const page = await fetchDocuments({ id: 2, kind: 'more', cursor: '24', query }, signal, find)
  expect(asked).toEqual([{ limit: '24', cursor: '24', q: 'acta' }])
  expect(page.documents).toEqual(stored.slice(24, 48))
})

test('a refresh fetches all shown documents, in as many requests as needed', async () => {
  const { asked, find } = serve(stored)
  const page = await fetchDocuments({ id: 3, kind: 'refresh', count: 216, query }, signal, find)
  expect(asked.map(({ limit, cursor }) => [limit, cursor])).toEqual([
    ['96', undefined],
    ['96', '96'],
    ['24', '192'],
  ])
  expect(page).toEqual({ documents: stored.slice(0, 216), next_cursor: '216' })
})

test('a refresh of a list that became shorter stops after the last document', async () => {
  const { asked, find } = serve(stored.slice(0, 5))
  const page = await fetchDocuments({ id: 3, kind: 'refresh', count: 216, query }, signal, find)
  expect(asked).toHaveLength(1)
  expect(page).toEqual({ documents: stored.slice(0, 5), next_cursor: null })
})

test('a refresh rejects when one of its later requests fails', async () => {
  const { find } = serve(stored)
  const failing: typeof filesApi.find = (asked, stop) =>
    asked.cursor === undefined ? find(asked, stop) : Promise.reject(new Error('503'))
  await expect(fetchDocuments({ id: 3, kind: 'refresh', count: 216, query }, signal, failing)).rejects.toThrow('503')
})
