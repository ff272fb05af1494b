import { useCallback, useMemo, useRef, useState } from 'react'
import type { SignatureField } from 'shared/contract'
import { noDrafts } from './drafts.ts'
import type { DraftStore } from './save-fields.ts'

/** A list with a signature ends all drafts. */
const withoutDrafts = (fields: readonly SignatureField[], store: DraftStore): readonly SignatureField[] => {
  if (fields.some(({ is_signed }) => is_signed)) return fields
  const names = new Set([...store.get().values()].map(({ sent }) => sent.fieldId))
  return fields.filter(({ field_id }) => !names.has(field_id))
}

/** The store is up to date between renders, too. */
export const useDrafts = () => {
  const [drafts, setDrafts] = useState(noDrafts)
  const latest = useRef(noDrafts)
  const store = useMemo(
    (): DraftStore => ({
      get: () => latest.current,
      set: (next) => {
        latest.current = next
        setDrafts(next)
      },
    }),
    [],
  )
  return {
    drafts,
    store,
    /** Drafts stay movable when the list is loaded again. */
    accept: useCallback((fields: readonly SignatureField[]) => withoutDrafts(fields, store), [store]),
  }
}

export type DraftsModel = ReturnType<typeof useDrafts>
