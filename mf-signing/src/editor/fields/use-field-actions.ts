import type { FieldId } from '../../fields/field-lifecycle.ts'
import type { FractionRect } from '../../geometry/geometry.ts'
import { useCarriedSignature } from './carrying/use-carrying.ts'
import type { FieldActionsOptions } from './field-actions-options.ts'
import { placeSignatures } from './place-signatures.ts'
import { repeatWith } from './repeating/repeat-with.ts'
import { useAdding } from './use-adding.ts'
import { useOverlaps } from './use-overlaps.ts'
import type { PlacedFieldsModel } from './use-placed-fields.ts'
import { useRemoving } from './use-removing.ts'
import { useReplacing } from './use-replacing.ts'

/** Quick key presses form one undo step. */
const placeWith =
  ({ dispatch }: Pick<PlacedFieldsModel, 'dispatch'>, endCarrying: () => void) =>
  (id: FieldId, rect: FractionRect, kind: 'moved' | 'resized', by: 'pointer' | 'keyboard'): void => {
    dispatch({ type: 'placed', id, rect, kind, ...(by === 'keyboard' ? { keyAt: Date.now() } : {}) })
    endCarrying()
  }

export const useFieldActions = (options: FieldActionsOptions) => {
  const carrying = useCarriedSignature(options)
  const carry = carrying.begin
  const { addThirdParty, ...adding } = useAdding({ ...options, carry })
  const { remove, removeAll } = useRemoving(options)
  return {
    fields: {
      ...adding,
      repeat: repeatWith(options),
      placeFound: placeSignatures(options),
      remove,
      carrying,
      place: placeWith(options.model, carrying.end),
      replacing: useReplacing({ ...options, carry }),
      overlaps: useOverlaps(options.model),
    },
    addThirdParty,
    removeAll,
  }
}
