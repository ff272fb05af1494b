import type { RefObject } from 'react'
import type { FileSort, FileStatus } from 'shared/contract'
import { fileSorts, fileStatuses, MAX_LENGTHS } from 'shared/contract'
import { SelectField, TextField } from 'shared/controls'
import { sortLabels, statuses } from './constants.ts'
import type { Filters } from './document-filters.ts'
import styles from './FilterBar.module.css'
import { useSearchDraft } from './use-search-draft.ts'

export interface FilterBarProps {
  readonly searchBox: RefObject<HTMLInputElement | null>
  readonly filters: Filters
  /** False in the signed list, which has one status. */
  readonly withStatus: boolean
  readonly onFilter: (filters: Filters) => void
}

const EVERY_STATUS = ''
const statusOptions = [
  { value: EVERY_STATUS, label: 'Todos' },
  ...fileStatuses.map((status) => ({ value: status, label: statuses[status].label })),
]
const sortOptions = fileSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }))

const statusOf = (value: string): FileStatus | undefined => fileStatuses.find((status) => status === value)
const sortOf = (value: string): FileSort => fileSorts.find((sort) => sort === value) ?? 'newest'

export function FilterBar({ searchBox, filters, withStatus, onFilter }: FilterBarProps) {
  const draft = useSearchDraft(filters.search, (search) => onFilter({ ...filters, search }))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form, so that Enter and a phone's search key submit it.
    <form
      role="search"
      aria-label="Buscar y filtrar documentos"
      className={styles.bar}
      onSubmit={(event) => {
        event.preventDefault()
        draft.search(draft.text)
      }}
    >
      <TextField
        ref={searchBox}
        className={styles.search}
        label="Buscar"
        type="search"
        enterKeyHint="search"
        placeholder="Nombre, descripción o firmante"
        autoComplete="off"
        maxLength={MAX_LENGTHS.search}
        value={draft.text}
        onChange={(event) => draft.type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || draft.text === '') return
          event.preventDefault()
          draft.search('')
        }}
      />
      {withStatus && (
        <SelectField
          label="Estado"
          options={statusOptions}
          value={filters.status ?? EVERY_STATUS}
          onChange={(event) => onFilter({ ...filters, status: statusOf(event.currentTarget.value) })}
        />
      )}
      <SelectField
        label="Orden"
        options={sortOptions}
        value={filters.sort}
        onChange={(event) => onFilter({ ...filters, sort: sortOf(event.currentTarget.value) })}
      />
    </form>
  )
}
