import { EVENTS_AT_HEADER, parseId, type UserFile } from 'shared/contract'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { foldName } from '../templates/find-templates.ts'
import { owner } from './documents.ts'
import { EventWire } from './event-wire.ts'

export interface FakeApi {
  files: readonly UserFile[]
  answer?: (call: SentCall) => NetworkAnswer | Promise<NetworkAnswer> | undefined
  streams?: EventWire[]
  /** Place of lists and streams in the events. */
  eventsAt?: string
}

const LIST_PATH = '/home/api/files/'
export const EVENTS_PATH = '/home/api/files/events'

export const isList = ({ method, url }: Pick<SentCall, 'method' | 'url'>): boolean =>
  method === 'GET' && url.startsWith(`${LIST_PATH}?`)

const orders: Readonly<Record<string, (a: UserFile, b: UserFile) => number>> = {
  newest: (a, b) => b.uploaded_at.localeCompare(a.uploaded_at),
  oldest: (a, b) => a.uploaded_at.localeCompare(b.uploaded_at),
  name: (a, b) => a.original_filename.localeCompare(b.original_filename),
}

/** Cursors are positions. */
const findPage = (files: readonly UserFile[], query: URLSearchParams) => {
  const words = foldName(query.get('q') ?? '').split(' ')
  const found = files
    .filter((file) => words.every((word) => foldName(`${file.original_filename} ${file.description}`).includes(word)))
    .filter(({ status }) => !query.has('status') || status === query.get('status'))
    .filter(({ deadline }) => !query.has('expired') || deadline?.expired)
    .filter(({ is_signed }) => is_signed || !query.has('signed'))
    .filter(({ archived_at }) => !query.has('archived') || String(archived_at !== undefined) === query.get('archived'))
    .filter(({ tags = [] }) => !query.has('tag') || tags.includes(query.get('tag') ?? ''))
    .filter(({ waits_for }) => !query.has('waits_for') || waits_for === query.get('waits_for'))
    .toSorted(orders[query.get('sort') ?? 'newest'])
  const from = Number(query.get('cursor') ?? 0)
  const to = from + Number(query.get('limit'))
  const page = { documents: found.slice(from, to), next_cursor: to < found.length ? String(to) : null }
  return query.has('counts') ? { ...page, counts: countGroups(files), tags: tagsOf(files) } : page
}

const tagsOf = (files: readonly UserFile[]) => [...new Set(files.flatMap(({ tags = [] }) => tags))].toSorted()

const countGroups = (all: readonly UserFile[]) => {
  const files = all.filter(({ archived_at }) => archived_at === undefined)
  return {
    all: files.length,
    owner: files.filter(({ waits_for }) => waits_for === 'owner').length,
    others: files.filter(({ waits_for }) => waits_for === 'others').length,
    completed: files.filter(({ is_signed }) => is_signed).length,
    archived: all.length - files.length,
  }
}

const openStream = (api: FakeApi): NetworkAnswer => {
  const wire = new EventWire()
  api.streams?.push(wire)
  return {
    status: 200,
    body: '',
    headers: { 'content-type': 'text/event-stream', ...(api.eventsAt ? { [EVENTS_AT_HEADER]: api.eventsAt } : {}) },
    stream: wire.body,
  }
}

export const defaultReply = (api: FakeApi, { method, url }: SentCall): NetworkAnswer => {
  if (url.startsWith('/api/auth/')) return { status: 200, body: url.includes('profile') ? owner.user : owner }
  if (url === EVENTS_PATH) return openStream(api)
  const [path = '', query = ''] = url.split('?')
  if (path === LIST_PATH)
    return { status: 200, body: { ...findPage(api.files, new URLSearchParams(query)), events_at: api.eventsAt } }
  const id = parseId(path.split('/')[4])
  const file = api.files.find((stored) => stored.id === id)
  if (!file) return { status: 404, body: {} }
  if (method === 'DELETE') {
    api.files = api.files.filter((stored) => stored !== file)
    return { status: 200, body: { success: true } }
  }
  return { status: 200, body: path.endsWith('/public_download') ? 'PDF' : file }
}
