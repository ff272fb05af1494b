import { useEffect } from 'react'
import { isSaved, type SavedField } from '../../fields/field-lifecycle.ts'
import { isSynced, noDrafts, storedFieldOf, withoutDraft } from '../fields/drafts.ts'
import { adopt, type DraftsModel } from '../fields/use-drafts.ts'
import type { PlacedFieldsModel } from '../fields/use-placed-fields.ts'

export interface MovableOptions {
  readonly model: PlacedFieldsModel
  readonly drafts: DraftsModel
  /** Fields of the server that stay where they are; undefined while unknown. */
  readonly invited: ReadonlySet<number> | undefined
  readonly readOnly: boolean
}

/** Fixes the draft of a saved field: its signer was invited, or it is signed. */
export const fixing =
  ({ model: { dispatch }, drafts: { store } }: Pick<MovableOptions, 'model' | 'drafts'>) =>
  (isFixed: (id: number) => boolean): void => {
    for (const { sent, stored } of store.get().values()) {
      if (!stored || !isFixed(stored.id)) continue
      dispatch({ type: 'saved', temporaryId: sent.id, field: stored })
      store.set(withoutDraft(store.get(), sent.id))
    }
  }

/**
 * Saved fields that nobody was invited to are drafts:
 * they can be moved, whenever they were saved.
 */
export const useMovable = (options: MovableOptions): void => {
  const { model, drafts, invited, readOnly } = options
  const { dispatch, placed, wireOf } = model
  const { store } = drafts
  const { stored } = placed
  useEffect(() => {
    if (readOnly || !invited) return
    fixing({ model, drafts })((id) => invited.has(id))
    const free = stored.filter((field): field is SavedField => isSaved(field) && !invited.has(field.id))
    const fields = free.flatMap(({ id }) => wireOf(id) ?? [])
    if (fields.length > 0) dispatch({ type: 'freed', fields: adopt(store, fields) })
  })
}

/** A signature or the end of the document fixes all drafts. */
export const useEndOfDrafts = ({ model, drafts, readOnly }: Omit<MovableOptions, 'invited'>): void => {
  const { reload, placed } = model
  const { store } = drafts
  const over = readOnly && drafts.drafts.size > 0
  useEffect(() => {
    if (!over) return
    const lost = !isSynced(placed.temporaries, store.get())
    const synced = new Set(placed.temporaries.flatMap((field) => storedFieldOf(field, store.get())?.id ?? []))
    fixing({ model, drafts })((id) => synced.has(id))
    store.set(noDrafts)
    // Nothing can be placed any more: the server's places are the true ones.
    if (lost) reload()
  })
}
