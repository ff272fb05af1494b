import { type FileSort, fileSorts, fileStatuses, MAX_LENGTHS, type UserFile } from 'shared/contract'
import type { FindFiles } from 'shared/http'

export const listGroups = ['owner', 'others', 'completed'] as const
export type DocumentGroup = (typeof listGroups)[number]

export const listedStates = [...fileStatuses, 'EXPIRED'] as const
export type ListedState = (typeof listedStates)[number]

export interface DocumentFilters {
  /** Trimmed; empty for no search. */
  readonly search: string
  readonly status: ListedState | undefined
  readonly group: DocumentGroup | undefined
  readonly sort: FileSort
}

export interface ListQuery extends DocumentFilters {
  readonly signed: boolean
}

export const noFilters: DocumentFilters = { search: '', status: undefined, group: undefined, sort: 'newest' }

/** URL parameters; defaults are omitted. */
const SEARCH = 'buscar'
const STATUS = 'estado'
const SORT = 'orden'
const GROUP = 'grupo'
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
}
const sortWords: Readonly<Record<FileSort, string>> = { newest: 'recientes', oldest: 'antiguos', name: 'nombre' }

export const tidySearch = (text: string): string => text.trim().slice(0, MAX_LENGTHS.search).trim()

/** Unknown words mean no filter. */
export const readFilters = (params: URLSearchParams): DocumentFilters => ({
  search: tidySearch(params.get(SEARCH) ?? ''),
  status: listedStates.find((status) => statusWords[status] === params.get(STATUS)),
  group: listGroups.find((group) => groupWords[group] === params.get(GROUP)),
  sort: fileSorts.find((sort) => sortWords[sort] === params.get(SORT)) ?? noFilters.sort,
})

export const writeFilters = (params: URLSearchParams, filters: DocumentFilters): URLSearchParams => {
  const next = new URLSearchParams(params)
  const put = (name: string, word: string | undefined) => (word ? next.set(name, word) : next.delete(name))
  put(SEARCH, filters.search)
  put(STATUS, filters.status && statusWords[filters.status])
  put(GROUP, filters.group && groupWords[filters.group])
  put(SORT, filters.sort === noFilters.sort ? undefined : sortWords[filters.sort])
  return next
}

export const isFiltered = ({ search, status, group }: DocumentFilters): boolean =>
  search !== '' || status !== undefined || group !== undefined

export const toFind = ({ search, status, group, sort, signed }: ListQuery): Omit<FindFiles, 'limit'> => ({
  q: search === '' ? undefined : search,
  ...(status === 'EXPIRED' ? { expired: 'true' } : { status }),
  signed: signed || group === 'completed' ? 'true' : undefined,
  waits_for: group === 'completed' ? undefined : group,
  sort,
})

type Grouped = Pick<UserFile, 'is_signed' | 'waits_for'>

export const documentGroupOf = ({ is_signed: signed, waits_for: waits }: Grouped): DocumentGroup | undefined =>
  signed ? 'completed' : (waits ?? undefined)

const isInState = (status: ListedState, file: Pick<UserFile, 'status' | 'deadline'>): boolean =>
  status === 'EXPIRED' ? file.deadline?.expired === true : file.status === status

/** Checks status and group; only the server can check `search`. */
export const mayHold = (
  { status, group, signed }: ListQuery,
  file: Grouped & Pick<UserFile, 'status' | 'deadline'>,
): boolean =>
  (!signed || file.is_signed) &&
  (status === undefined || isInState(status, file)) &&
  (group === undefined || documentGroupOf(file) === group)
