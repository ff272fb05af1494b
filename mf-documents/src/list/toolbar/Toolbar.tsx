import { type RefObject, Suspense } from 'react'
import type { DocumentsView, GroupCounts } from 'shared/contract'
import { lazyPart, retryFailedParts } from 'shared/remote'
import { Button, cx } from 'shared/ui'
import type { DocumentFilters } from '../../documents/document-filters.ts'
import { GroupFilter } from './GroupFilter.tsx'
import styles from './Toolbar.module.css'
import { ViewSwitch } from './ViewSwitch.tsx'

/** Separate: the form library is larger than the list. */
const FilterBar = lazyPart(async () => {
  const { FilterBar: bar } = await import(/* webpackChunkName: "filter-form" */ '../filters/FilterBar.tsx')
  return { default: bar }
}, FilterFailure)

export interface ToolbarProps {
  readonly searchBox: RefObject<HTMLInputElement | null>
  readonly filters: DocumentFilters
  /** The signed list has one status and one group. */
  readonly signed: boolean
  readonly counts: GroupCounts | undefined
  readonly tags: readonly string[]
  readonly view: DocumentsView
  readonly onFilter: (filters: DocumentFilters) => void
  readonly onView: (view: DocumentsView) => void
}

export function Toolbar({ searchBox, filters, signed, counts, tags, view, onFilter, onView }: ToolbarProps) {
  return (
    <div className={cx(styles.toolbar, signed && styles.short)}>
      {!signed && (
        <GroupFilter group={filters.group} counts={counts} onGroup={(group) => onFilter({ ...filters, group })} />
      )}
      <div className={styles.filters}>
        <Suspense fallback={null}>
          <FilterBar {...{ searchBox, filters, tags, onFilter }} withStatus={!signed} />
        </Suspense>
      </div>
      <ViewSwitch view={view} onView={onView} />
    </div>
  )
}

function FilterFailure() {
  return (
    <div className={styles.failure} role="alert">
      No se pudo cargar la búsqueda.
      <Button size="sm" onClick={retryFailedParts}>
        Reintentar
      </Button>
    </div>
  )
}
