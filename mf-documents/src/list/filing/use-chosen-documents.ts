import { useCallback, useEffect, useMemo, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { useLatest } from 'shared/state'
import { emptySelection, type SelectionEvent } from './empty-selection.ts'

export interface SelectionModel {
  readonly ids: ReadonlySet<number>
  /** In the order of the list. */
  readonly files: readonly UserFile[]
  readonly toggle: (id: number) => void
  /** Chooses all from the last chosen one on, or from `from` on. */
  readonly extend: (from: number, to: number) => void
  readonly clear: () => void
}

/** The rules load with the first choice: most visits choose nothing. Later events wait for it in their order. */
export const useChosenDocuments = (documents: readonly UserFile[]): SelectionModel => {
  const [selection, setSelection] = useState(emptySelection)
  const latest = useLatest(documents)
  const apply = useCallback(async (event: SelectionEvent) => {
    const { selectionReducer } = await import(/* webpackChunkName: "filing" */ './selection.ts')
    setSelection((before) => selectionReducer(before, event))
  }, [])
  const { ids } = selection
  useEffect(() => {
    if (ids.size > 0) void apply({ kind: 'listed', order: documents.map(({ id }) => id) })
  }, [documents, ids, apply])
  return {
    ids,
    files: useMemo(() => documents.filter(({ id }) => ids.has(id)), [documents, ids]),
    toggle: useCallback((id) => void apply({ kind: 'toggled', id }), [apply]),
    extend: useCallback(
      (from, to) => void apply({ kind: 'extended', order: latest.current.map(({ id }) => id), from, to }),
      [latest, apply],
    ),
    clear: useCallback(() => setSelection(emptySelection), []),
  }
}
