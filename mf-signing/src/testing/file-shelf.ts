import { PublicLinkSchema, type UserFile } from 'shared/contract'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import * as v from 'valibot'
import { foldFileName } from '../url-generator/generate/file-name.ts'
import { refusal } from './fake-api.ts'

const nameKey = (name: string): string => foldFileName(name.trim().replace(/(?:\.pdf)?$/i, '.pdf'))

const find = (files: readonly UserFile[], query: URLSearchParams): NetworkAnswer => {
  const name = query.get('name')
  const words = foldFileName(query.get('q') ?? '').split(/\s+/)
  const matching = files
    .filter((file) => name === null || nameKey(file.original_filename) === nameKey(name))
    .filter((file) =>
      words.every((word) => foldFileName(`${file.original_filename} ${file.description}`).includes(word)),
    )
    .toSorted((a, b) => b.uploaded_at.localeCompare(a.uploaded_at))
  const start = Number(query.get('cursor') ?? 0)
  const end = start + Number(query.get('limit'))
  const body = { documents: matching.slice(start, end), next_cursor: end < matching.length ? String(end) : null }
  return { status: 200, body }
}

export const fileShelf = (files: UserFile[]) => ({
  files,
  answer: ({ method, url, body }: SentCall): NetworkAnswer | undefined => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (pathname === '/home/api/files/' && method === 'GET') return find(files, searchParams)
    const id = /^\/home\/api\/files\/(\d+)\/share\/$/.exec(pathname)?.[1]
    if (id === undefined) return undefined
    const index = files.findIndex((file) => String(file.id) === id)
    const file = files[index]
    if (file === undefined) return refusal(404, 'NOT_FOUND', 'No encontramos lo que buscas.')
    const link = method === 'POST' ? v.parse(PublicLinkSchema, body) : null
    files[index] = { ...file, is_shared: link !== null, public_link: link }
    return { status: 200, body: files[index] }
  },
})
