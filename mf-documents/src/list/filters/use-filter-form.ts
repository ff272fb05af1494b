import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { FilesQuerySchema } from 'shared/contract'
import { useLatest } from 'shared/state'
import * as v from 'valibot'
import { afterTimeout } from '../../browser-timers.ts'
import { type DocumentFilters, listedStates } from '../../documents/document-filters.ts'

export const SEARCH_PAUSE_MS = 300
export const EVERY_STATUS = ''
export const EVERY_TAG = ''

const { q, sort } = FilesQuerySchema.entries

const FilterFormSchema = v.object({
  q,
  status: v.pipe(
    v.string(),
    v.transform((value) => (value === EVERY_STATUS ? undefined : value)),
    v.optional(v.picklist(listedStates)),
  ),
  tag: v.pipe(
    v.string(),
    v.transform((value) => (value === EVERY_TAG ? undefined : value)),
  ),
  sort,
})

const resolver = valibotResolver(FilterFormSchema)

const filterFields = (filters: DocumentFilters) => ({
  q: filters.search,
  status: filters.status ?? EVERY_STATUS,
  tag: filters.tag ?? EVERY_TAG,
  sort: filters.sort,
})

const isSame = (a: DocumentFilters, b: DocumentFilters): boolean =>
  (['search', 'status', 'tag', 'sort'] as const).every((name) => a[name] === b[name])

/** Debounces typing; the inputs follow changes of the URL. */
export const useFilterForm = (filters: DocumentFilters, onFilter: (filters: DocumentFilters) => void) => {
  const { register, handleSubmit, setValue, getValues } = useForm({
    resolver,
    defaultValues: filterFields(filters),
  })
  const latest = useLatest({ filters, onFilter })
  const sentSearch = useRef(filters.search)
  const cancelDelay = useRef<() => void>(undefined)
  useEffect(() => () => cancelDelay.current?.(), [])
  useEffect(() => {
    const fields = filterFields(filters)
    setValue('status', fields.status)
    setValue('tag', fields.tag)
    setValue('sort', fields.sort)
    if (fields.q === sentSearch.current) return
    sentSearch.current = fields.q
    cancelDelay.current?.()
    setValue('q', fields.q)
  }, [filters, setValue])

  const apply = handleSubmit((valid) => {
    cancelDelay.current?.()
    const { group } = latest.current.filters
    const { q: words = '', status, tag, sort: order } = valid
    const next: DocumentFilters = { search: words, status, group, tag, sort: order }
    sentSearch.current = next.search
    if (!isSame(next, latest.current.filters)) latest.current.onFilter(next)
  })
  const applyLater = () => {
    cancelDelay.current?.()
    cancelDelay.current = afterTimeout(SEARCH_PAUSE_MS, () => void apply())
  }
  return {
    search: register('q', { onChange: applyLater }),
    status: register('status', { onChange: () => void apply() }),
    tag: register('tag', { onChange: () => void apply() }),
    sort: register('sort', { onChange: () => void apply() }),
    apply,
    /** Returns false if there is nothing to clear. */
    clearSearch: (): boolean => {
      if (getValues('q') === '') return false
      setValue('q', '')
      void apply()
      return true
    },
  }
}
