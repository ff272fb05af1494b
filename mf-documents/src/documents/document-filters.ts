import { type FileSort, type FileStatus, fileSorts, fileStatuses, MAX_LENGTHS, type UserFile } from 'shared/contract'
import type { FindFiles } from 'shared/http'

export interface Filters {
  /** Trimmed; empty for no search. */
  readonly search: string
  readonly status: FileStatus | undefined
  readonly sort: FileSort
}

export interface ListQuery extends Filters {
  readonly signed: boolean
}

export const noFilters: Filters = { search: '', status: undefined, sort: 'newest' }

/** URL parameters; defaults are omitted. */
const SEARCH = 'buscar'
const STATUS = 'estado'
const SORT = 'orden'
const statusWords: Readonly<Record<FileStatus, string>> = {
  UPLOADED: 'subido',
  PROCESSING: 'procesando',
  COMPLETED: 'completado',
  FAILED: 'fallido',
  CANCELLED: 'cancelado',
}
const sortWords: Readonly<Record<FileSort, string>> = { newest: 'recientes', oldest: 'antiguos', name: 'nombre' }

export const tidySearch = (text: string): string => text.trim().slice(0, MAX_LENGTHS.search).trim()

/** Unknown words mean no filter. */
export const readFilters = (params: URLSearchParams): Filters => ({
  search: tidySearch(params.get(SEARCH) ?? ''),
  status: fileStatuses.find((status) => statusWords[status] === params.get(STATUS)),
  sort: fileSorts.find((sort) => sortWords[sort] === params.get(SORT)) ?? noFilters.sort,
})

export const writeFilters = (params: URLSearchParams, filters: Filters): URLSearchParams => {
  const next = new URLSearchParams(params)
  const put = (name: string, word: string | undefined) => (word ? next.set(name, word) : next.delete(name))
  put(SEARCH, filters.search)
  put(STATUS, filters.status && statusWords[filters.status])
  put(SORT, filters.sort === noFilters.sort ? undefined : sortWords[filters.sort])
  return next
}

export const isFiltered = ({ search, status }: Filters): boolean => search !== '' || status !== undefined

export const toFind = ({ search, status, sort, signed }: ListQuery): Omit<FindFiles, 'limit'> => ({
  q: search === '' ? undefined : search,
  status,
  signed: signed ? 'true' : undefined,
  sort,
})

/** Checks status and signing; only the server can check `search`. */
export const mayHold = ({ status, signed }: ListQuery, file: Pick<UserFile, 'status' | 'is_signed'>): boolean =>
  (!signed || file.is_signed) && (status === undefined || file.status === status)
