import { useCarriedSignature } from './carrying/use-carrying.ts'
import type { FieldActionsOptions } from './field-actions-options.ts'
import { placeWith } from './place-field.ts'
import { repeatWith } from './repeating/repeat-with.ts'
import { useAdding } from './use-adding.ts'
import { useOverlaps } from './use-overlaps.ts'
import { useRemoving } from './use-removing.ts'
import { useReplacing } from './use-replacing.ts'

export const useFieldActions = (options: FieldActionsOptions) => {
  const carrying = useCarriedSignature(options)
  const carry = carrying.begin
  const { addThirdParty, ...adding } = useAdding({ ...options, carry })
  const { remove, removeAll } = useRemoving(options)
  return {
    fields: {
      ...adding,
      repeat: repeatWith(options),
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
