import { type FileSort, type FileStatus, fileSorts, fileStatuses, type UserFile } from 'shared/contract'
import type { FindFiles } from 'shared/http'
import { SEARCH_MAX } from './constants.ts'

/** What a person asks of the list. */
export interface Filters {
  /** Words without spaces around them; empty when nothing is searched for. */
  readonly search: string
  readonly status: FileStatus | undefined
  readonly sort: FileSort
}

/** A whole question: the filters, and whether only signed documents count ('Documentos Firmados'). */
export interface ListQuery extends Filters {
  readonly signed: boolean
}

export const noFilters: Filters = { search: '', status: undefined, sort: 'newest' }

/** The filters' words in the address; what is usual stays away. */
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

export const tidySearch = (text: string): string => text.trim().slice(0, SEARCH_MAX).trim()

/** The filters of an address; a word that nobody knows asks for nothing. */
export const readFilters = (params: URLSearchParams): Filters => ({
  search: tidySearch(params.get(SEARCH) ?? ''),
  status: fileStatuses.find((status) => statusWords[status] === params.get(STATUS)),
  sort: fileSorts.find((sort) => sortWords[sort] === params.get(SORT)) ?? noFilters.sort,
})

/** The same address with these filters; everything else in it stays. */
export const writeFilters = (params: URLSearchParams, filters: Filters): URLSearchParams => {
  const next = new URLSearchParams(params)
  const put = (name: string, word: string | undefined) => (word ? next.set(name, word) : next.delete(name))
  put(SEARCH, filters.search)
  put(STATUS, filters.status && statusWords[filters.status])
  put(SORT, filters.sort === noFilters.sort ? undefined : sortWords[filters.sort])
  return next
}

/** Whether documents may be missing from the list because of what was asked; the order hides none. */
export const isFiltered = ({ search, status }: Filters): boolean => search !== '' || status !== undefined

/** The question as the API takes it. */
export const toFind = ({ search, status, sort, signed }: ListQuery): Omit<FindFiles, 'limit'> => ({
  q: search === '' ? undefined : search,
  status,
  signed: signed ? 'true' : undefined,
  sort,
})

/** Whether the answer may hold this document, as far as can be told here: only the server knows about words. */
export const mayHold = ({ status, signed }: ListQuery, file: Pick<UserFile, 'status' | 'is_signed'>): boolean =>
  (!signed || file.is_signed) && (status === undefined || file.status === status)
