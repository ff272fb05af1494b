import { useState } from 'react'
import { temporaryField } from '../../../fields/field-lifecycle.ts'
import { placeInWords } from '../../../fields/field-words.ts'
import type { FractionRect } from '../../../geometry/geometry.ts'
import type { FieldActionsOptions } from '../field-actions-options.ts'
import { newIds } from '../new-ids.ts'

/** A click or tap places the field. */
export const useCarrying = ({ model, selection, announce }: FieldActionsOptions) => {
  const [id, setId] = useState<string>()
  const field = model.placed.temporaries.find((one) => one.id === id)
  const end = () => setId(undefined)
  const drop = (rect: FractionRect, page: number) => {
    if (!field) return
    const dropped = page === field.page ? { ...field, rect } : temporaryField({ ...field, page, rect }, newIds)
    model.dispatch({ type: 'dropped', id: field.id, field: dropped })
    selection.selectAndFocus(dropped.id)
    announce(placeInWords(dropped, rect))
    end()
  }
  return { field, begin: (carried: string) => setId(carried), end, drop }
}
