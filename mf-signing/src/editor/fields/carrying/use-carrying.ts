import { useState } from 'react'
import { placeInWords } from '../../../fields/field-words.ts'
import { temporaryField } from '../../../fields/new-field.ts'
import type { FractionRect } from '../../../geometry/geometry.ts'
import type { FieldActionsOptions } from '../field-actions-options.ts'
import { newIds } from '../new-ids.ts'

interface Carried {
  readonly id: string
  readonly page: number
}

interface Dropped {
  readonly id: string
  readonly signerName: string
}

export interface CarryingOptions<F extends Carried> extends Pick<FieldActionsOptions, 'selection' | 'announce'> {
  readonly items: readonly F[]
  readonly onDropped: (field: F, rect: FractionRect, page: number) => Dropped
}

export const useCarrying = <F extends Carried>({ items, selection, announce, onDropped }: CarryingOptions<F>) => {
  const [id, setId] = useState<string>()
  const field = items.find((one) => one.id === id)
  const end = () => setId(undefined)
  const drop = (rect: FractionRect, page: number) => {
    if (!field) return
    const dropped = onDropped(field, rect, page)
    selection.selectAndFocus(dropped.id)
    announce(placeInWords(dropped, rect))
    end()
  }
  return { field, begin: (carried: string) => setId(carried), end, drop }
}

export const useCarriedSignature = ({ model, ...options }: FieldActionsOptions) =>
  useCarrying({
    ...options,
    items: model.placed.temporaries,
    onDropped: (field, rect, page) => {
      const dropped = page === field.page ? { ...field, rect } : temporaryField({ ...field, page, rect }, newIds)
      model.dispatch({ type: 'dropped', id: field.id, field: dropped })
      return dropped
    },
  })
