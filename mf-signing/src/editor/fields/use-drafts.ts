import { useCallback, useMemo, useRef, useState } from 'react'
import type { SignatureField } from 'shared/contract'
import { fieldFromServer, type TemporaryField } from '../../fields/field-lifecycle.ts'
import { temporaryId } from '../../fields/new-field.ts'
import { type DraftStore, type FieldDrafts, noDrafts, withoutDraft } from './drafts.ts'
import { newIds } from './new-ids.ts'

export interface ListReading {
  /** Those that no draft stands for. */
  readonly fields: readonly SignatureField[]
  /** Ids of drafts whose field was deleted, or moved, in another window. */
  readonly gone: readonly string[]
}

/** A draft that was saved after the request is younger than the answer. */
const lostDrafts = (fields: readonly SignatureField[], before: FieldDrafts, now: FieldDrafts): readonly string[] => {
  const known = new Set(fields.map(({ id }) => id))
  return [...now].flatMap(([id, { stored }]) =>
    stored && before.get(id)?.stored?.id === stored.id && !known.has(stored.id) ? [id] : [],
  )
}

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

/** A draft of each field; returns the temporary fields that stand for them. */
export const adopt = (
  store: DraftStore,
  fields: readonly SignatureField[],
): readonly { readonly id: number; readonly field: TemporaryField }[] => {
  const made = fields.map((stored) => ({ stored, field: asTemporary(stored) }))
  const drafts = made.map(({ stored, field }) => [field.id, { sent: field, stored }] as const)
  store.set(new Map([...store.get(), ...drafts]))
  return made.map(({ stored, field }) => ({ id: stored.id, field }))
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
    /** Called when a list is requested; the result reads its answer. Drafts stay movable. */
    request: useCallback(() => {
      const before = store.get()
      return (fields: readonly SignatureField[]): ListReading => {
        const gone = lostDrafts(fields, before, store.get())
        store.set(gone.reduce(withoutDraft, store.get()))
        return { fields: withoutDrafts(fields, store), gone }
      }
    }, [store]),
  }
}

export type DraftsModel = ReturnType<typeof useDrafts>
