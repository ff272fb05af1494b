import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type RefObject, useId, useState } from 'react'
import { fileSorts, MAX_LENGTHS } from 'shared/contract'
import { SelectField, TextField } from 'shared/controls'
import { cx, IconButton } from 'shared/ui'
import { type DocumentFilters, listedStates, noFilters } from '../../documents/document-filters.ts'
import { sortLabels, statusLabels } from '../../documents/labels.ts'
import { SEARCH_KEY } from '../use-search-key.ts'
import styles from './FilterBar.module.css'
import { EVERY_STATUS, EVERY_TAG, useFilterForm } from './use-filter-form.ts'

export interface FilterBarProps {
  readonly searchBox: RefObject<HTMLInputElement | null>
  readonly filters: DocumentFilters
  /** False in the signed list, which has one status. */
  readonly withStatus: boolean
  /** Of the account. */
  readonly tags: readonly string[]
  readonly onFilter: (filters: DocumentFilters) => void
}

const statusOptions = [
  { value: EVERY_STATUS, label: 'Todos' },
  ...listedStates.map((status) => ({ value: status, label: statusLabels[status].label })),
]
const sortOptions = fileSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }))

/** A deleted tag stays chosen. */
const tagOptions = (tags: readonly string[], chosen: string | undefined) => [
  { value: EVERY_TAG, label: 'Todas' },
  ...(chosen === undefined || tags.includes(chosen) ? tags : [chosen, ...tags]).map((tag) => ({
    value: tag,
    label: tag,
  })),
]

export function FilterBar({ searchBox, filters, withStatus, tags, onFilter }: FilterBarProps) {
  const { search, status, tag, sort, apply, clearSearch } = useFilterForm(filters, onFilter)
  const choicesId = useId()
  const [open, setOpen] = useState(
    filters.status !== undefined || filters.tag !== undefined || filters.sort !== noFilters.sort,
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form, so that Enter and a phone's search key submit it.
    <form role="search" aria-label="Buscar y filtrar documentos" className={styles.bar} onSubmit={apply}>
      <SearchField {...{ search, searchBox, clearSearch }} />
      <IconButton
        className={styles.more}
        label={open ? 'Ocultar filtros' : 'Mostrar filtros'}
        icon={<SlidersHorizontal />}
        aria-expanded={open}
        aria-controls={choicesId}
        onClick={() => setOpen(!open)}
      />
      <div id={choicesId} className={cx(styles.choices, open && styles.open)}>
        {withStatus && <SelectField label="Estado" options={statusOptions} {...status} />}
        {(tags.length > 0 || filters.tag !== undefined) && (
          <SelectField label="Etiqueta" options={tagOptions(tags, filters.tag)} {...tag} />
        )}
        <SelectField label="Orden" options={sortOptions} {...sort} />
      </div>
    </form>
  )
}

interface SearchFieldProps extends Pick<ReturnType<typeof useFilterForm>, 'search' | 'clearSearch'> {
  readonly searchBox: RefObject<HTMLInputElement | null>
}

function SearchField({ search, searchBox, clearSearch }: SearchFieldProps) {
  return (
    <>
      <Search className={styles.icon} />
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
        aria-keyshortcuts={SEARCH_KEY}
        title="Atajo: /"
        maxLength={MAX_LENGTHS.search}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && clearSearch()) event.preventDefault()
        }}
      />
    </>
  )
}
