import { type FileSort, fileSorts, fileStatuses, MAX_LENGTHS, type UserFile } from 'shared/contract'
import type { FindFiles } from 'shared/http'

export const listGroups = ['owner', 'others', 'completed', 'archived'] as const
export type DocumentGroup = (typeof listGroups)[number]

export const listedStates = [...fileStatuses, 'EXPIRED'] as const
export type ListedState = (typeof listedStates)[number]

export interface DocumentFilters {
  /** Trimmed; empty for no search. */
  readonly search: string
  readonly status: ListedState | undefined
  readonly group: DocumentGroup | undefined
  /** As the account spells it. */
  readonly tag: string | undefined
  readonly sort: FileSort
}

export interface ListQuery extends DocumentFilters {
  readonly signed: boolean
}

export const noFilters: DocumentFilters = {
  search: '',
  status: undefined,
  group: undefined,
  tag: undefined,
  sort: 'newest',
}

/** URL parameters; defaults are omitted. */
const SEARCH = 'buscar'
const STATUS = 'estado'
const SORT = 'orden'
const GROUP = 'grupo'
const TAG = 'etiqueta'
const statusWords: Readonly<Record<ListedState, string>> = {
  UPLOADED: 'subido',
  PROCESSING: 'procesando',
  COMPLETED: 'completado',
  FAILED: 'fallido',
  CANCELLED: 'cancelado',
  EXPIRED: 'vencido',
}
const groupWords: Readonly<Record<DocumentGroup, string>> = {
  owner: 'tu-firma',
  others: 'otros',
  completed: 'completados',
  archived: 'archivados',
}
const sortWords: Readonly<Record<FileSort, string>> = { newest: 'recientes', oldest: 'antiguos', name: 'nombre' }

export const tidySearch = (text: string): string => text.trim().slice(0, MAX_LENGTHS.search).trim()

/** Unknown words mean no filter. */
export const readFilters = (params: URLSearchParams): DocumentFilters => ({
  search: tidySearch(params.get(SEARCH) ?? ''),
  status: listedStates.find((status) => statusWords[status] === params.get(STATUS)),
  group: listGroups.find((group) => groupWords[group] === params.get(GROUP)),
  tag: tidySearch(params.get(TAG) ?? '') || undefined,
  sort: fileSorts.find((sort) => sortWords[sort] === params.get(SORT)) ?? noFilters.sort,
})

export const writeFilters = (params: URLSearchParams, filters: DocumentFilters): URLSearchParams => {
  const next = new URLSearchParams(params)
  const put = (name: string, word: string | undefined) => (word ? next.set(name, word) : next.delete(name))
  put(SEARCH, filters.search)
  put(STATUS, filters.status && statusWords[filters.status])
  put(GROUP, filters.group && groupWords[filters.group])
  put(TAG, filters.tag)
  put(SORT, filters.sort === noFilters.sort ? undefined : sortWords[filters.sort])
  return next
}

export const isFiltered = ({ search, status, group, tag }: DocumentFilters): boolean =>
  search !== '' || status !== undefined || group !== undefined || tag !== undefined

/** The signed list also has archived documents: it is all that is signed. */
export const toFind = ({ search, status, group, tag, sort, signed }: ListQuery): Omit<FindFiles, 'limit'> => ({
  q: search === '' ? undefined : search,
  ...(status === 'EXPIRED' ? { expired: 'true' } : { status }),
  signed: signed || group === 'completed' ? 'true' : undefined,
  waits_for: group === 'owner' || group === 'others' ? group : undefined,
  archived: signed ? undefined : group === 'archived' ? 'true' : 'false',
  tag,
  sort,
})

type Grouped = Pick<UserFile, 'is_signed' | 'waits_for' | 'archived_at'>

export const isArchived = ({ archived_at }: Pick<UserFile, 'archived_at'>): boolean => archived_at !== undefined

export const documentGroupOf = (file: Grouped): DocumentGroup | undefined => {
  if (isArchived(file)) return 'archived'
  return file.is_signed ? 'completed' : (file.waits_for ?? undefined)
}

/** Whether the list is the one for archived documents, or not, as the document is. */
export const isRightShelf = ({ group, signed }: ListQuery, file: Pick<UserFile, 'archived_at'>): boolean =>
  signed || isArchived(file) === (group === 'archived')

const isInState = (status: ListedState, file: Pick<UserFile, 'status' | 'deadline'>): boolean =>
  status === 'EXPIRED' ? file.deadline?.expired === true : file.status === status

/** Checks status, group and tag; only the server can check `search`. */
export const mayHold = (query: ListQuery, file: Grouped & Pick<UserFile, 'status' | 'deadline' | 'tags'>): boolean =>
  (!query.signed || file.is_signed) &&
  isRightShelf(query, file) &&
  (query.status === undefined || isInState(query.status, file)) &&
  (query.tag === undefined || file.tags?.includes(query.tag) === true) &&
  (query.group === undefined || documentGroupOf(file) === query.group)
