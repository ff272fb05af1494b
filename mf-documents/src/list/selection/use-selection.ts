import { useCallback, useEffect, useMemo, useReducer } from 'react'
import type { UserFile } from 'shared/contract'
import { useLatest } from 'shared/state'
import { emptySelection, selectionReducer } from './selection.ts'

export interface SelectionModel {
  readonly ids: ReadonlySet<number>
  /** In the order of the list. */
  readonly files: readonly UserFile[]
  readonly toggle: (id: number) => void
  /** Chooses all from the last chosen one on, or from `from` on. */
  readonly extend: (from: number, to: number) => void
  readonly clear: () => void
}

export const useSelection = (documents: readonly UserFile[]): SelectionModel => {
  const [{ ids }, dispatch] = useReducer(selectionReducer, emptySelection)
  const latest = useLatest(documents)
  useEffect(() => dispatch({ kind: 'listed', order: documents.map(({ id }) => id) }), [documents])
  return {
    ids,
    files: useMemo(() => documents.filter(({ id }) => ids.has(id)), [documents, ids]),
    toggle: useCallback((id) => dispatch({ kind: 'toggled', id }), []),
    extend: useCallback(
      (from, to) => dispatch({ kind: 'extended', order: latest.current.map(({ id }) => id), from, to }),
      [latest],
    ),
    clear: useCallback(() => dispatch({ kind: 'cleared' }), []),
  }
}
