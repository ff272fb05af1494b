import type { RefObject } from 'react'
import { fileSorts, fileStatuses, MAX_LENGTHS } from 'shared/contract'
import { SelectField, TextField } from 'shared/controls'
import type { Filters } from '../../documents/document-filters.ts'
import { sortLabels, statuses } from '../../documents/labels.ts'
import styles from './FilterBar.module.css'
import { EVERY_STATUS, useFilterForm } from './use-filter-form.ts'

export interface FilterBarProps {
  readonly searchBox: RefObject<HTMLInputElement | null>
  readonly filters: Filters
  /** False in the signed list, which has one status. */
  readonly withStatus: boolean
  readonly onFilter: (filters: Filters) => void
}

const statusOptions = [
  { value: EVERY_STATUS, label: 'Todos' },
  ...fileStatuses.map((status) => ({ value: status, label: statuses[status].label })),
]
const sortOptions = fileSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }))

export function FilterBar({ searchBox, filters, withStatus, onFilter }: FilterBarProps) {
  const { search, status, sort, apply, clearSearch } = useFilterForm(filters, onFilter)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form, so that Enter and a phone's search key submit it.
    <form role="search" aria-label="Buscar y filtrar documentos" className={styles.bar} onSubmit={apply}>
      <TextField
        {...search}
        ref={(input) => {
          search.ref(input)
          searchBox.current = input
        }}
        className={styles.search}
        label="Buscar"
        type="search"
        enterKeyHint="search"
        placeholder="Nombre, descripción o firmante"
        autoComplete="off"
        maxLength={MAX_LENGTHS.search}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && clearSearch()) event.preventDefault()
        }}
      />
      {withStatus && <SelectField label="Estado" options={statusOptions} {...status} />}
      <SelectField label="Orden" options={sortOptions} {...sort} />
    </form>
  )
}
