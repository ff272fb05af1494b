import { useCallback, useMemo, useRef, useState } from 'react'
import type { SignatureField } from 'shared/contract'
import { fieldFromServer, type TemporaryField } from '../../fields/field-lifecycle.ts'
import { temporaryId } from '../../fields/new-field.ts'
import { newIds } from '../fields/new-ids.ts'
import { noDrafts, withDraft } from './drafts.ts'
import type { DraftStore } from './save-fields.ts'

/** A list with a signature ends all drafts. */
const withoutDrafts = (fields: readonly SignatureField[], store: DraftStore): readonly SignatureField[] => {
  if (fields.some(({ is_signed }) => is_signed)) return fields
  const names = new Set([...store.get().values()].map(({ sent }) => sent.fieldId))
  return fields.filter(({ field_id }) => !names.has(field_id))
}

const asTemporary = (field: SignatureField): TemporaryField => {
  const { fieldId, type, label, signerName, signerEmail, page, rect, hasForm } = fieldFromServer(field)
  const data = { fieldId, type, label, signerName, signerEmail, page, rect, hasForm }
  return { ...data, status: 'temporary', id: temporaryId(newIds) }
}

const adoptInto = (store: DraftStore, fields: readonly SignatureField[]): readonly TemporaryField[] =>
  withoutDrafts(fields, store).map((stored) => {
    const sent = asTemporary(stored)
    store.set(withDraft(store.get(), { sent, stored }))
    return sent
  })

/** The store is up to date between renders, too. */
export const useDrafts = (movable = false) => {
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
    adopt: useCallback(
      (fields: readonly SignatureField[]) => (movable ? adoptInto(store, fields) : []),
      [movable, store],
    ),
    /** Drafts stay movable when the list is loaded again. */
    accept: useCallback((fields: readonly SignatureField[]) => withoutDrafts(fields, store), [store]),
  }
}

export type DraftsModel = ReturnType<typeof useDrafts>
