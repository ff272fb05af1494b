import type { FieldId } from '../../fields/field-lifecycle.ts'
import type { FractionRect } from '../../geometry/geometry.ts'
import type { PlacedFieldsModel } from './use-placed-fields.ts'

/** Quick key presses form one undo step. */
export const placeWith =
  ({ dispatch }: Pick<PlacedFieldsModel, 'dispatch'>, endCarrying: () => void) =>
  (id: FieldId, rect: FractionRect, kind: 'moved' | 'resized', by: 'pointer' | 'keyboard'): void => {
    dispatch({ type: 'placed', id, rect, kind, ...(by === 'keyboard' ? { keyAt: Date.now() } : {}) })
    endCarrying()
  }
