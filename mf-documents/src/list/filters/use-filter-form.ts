import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useLatest } from 'shared/state'
import { afterTimeout } from '../../browser-timers.ts'
import { type DocumentFilters, listedStates, tidySearch } from '../../documents/document-filters.ts'

export const SEARCH_PAUSE_MS = 300
export const EVERY_STATUS = ''
export const EVERY_TAG = ''

const filterFields = (filters: DocumentFilters) => ({
  q: filters.search,
  status: filters.status ?? EVERY_STATUS,
  tag: filters.tag ?? EVERY_TAG,
  sort: filters.sort,
})

type FilterFields = ReturnType<typeof filterFields>

/** No schema: choices come from lists, a search is cut, and valibot would be a tenth of this part. */
const readFields = ({ q, status, tag, sort }: FilterFields): Omit<DocumentFilters, 'group'> => ({
  search: tidySearch(q),
  status: listedStates.find((each) => each === status),
  tag: tag === EVERY_TAG ? undefined : tag,
  sort,
})

const isSame = (a: DocumentFilters, b: DocumentFilters): boolean =>
  (['search', 'status', 'tag', 'sort'] as const).every((name) => a[name] === b[name])

/** Debounces typing; the inputs follow changes of the URL. */
export const useFilterForm = (filters: DocumentFilters, onFilter: (filters: DocumentFilters) => void) => {
  const { register, handleSubmit, setValue, getValues } = useForm<FilterFields>({
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

  const apply = handleSubmit((fields) => {
    cancelDelay.current?.()
    const next: DocumentFilters = { ...readFields(fields), group: latest.current.filters.group }
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
