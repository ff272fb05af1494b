import { useState } from 'react'
import type { FieldId } from '../../fields/field-lifecycle.ts'
import type { FractionRect } from '../../geometry/geometry.ts'

export const useSelection = () => {
  const [state, setState] = useState<{ readonly selected: FieldId | undefined; readonly focused: boolean }>({
    selected: undefined,
    focused: false,
  })
  return {
    ...state,
    /** Once: a page that is drawn again must not take the focus from an input. */
    focusTaken: () => setState(({ selected }) => ({ selected, focused: false })),
    select: (selected: FieldId | undefined) => setState({ selected, focused: false }),
    selectAndFocus: (selected: FieldId) => setState({ selected, focused: true }),
  }
}

export type FieldSelection = ReturnType<typeof useSelection>

type Placed = (rect: FractionRect, kind: 'moved' | 'resized', by: 'pointer' | 'keyboard') => void

/** A field that is moved or resized is the selected one. */
export const placeAndSelect =
  <Id extends FieldId>(
    id: Id,
    { selected, select }: Pick<FieldSelection, 'selected' | 'select'>,
    place: (id: Id, ...placed: Parameters<Placed>) => void,
  ): Placed =>
  (...placed) => {
    place(id, ...placed)
    if (selected !== id) select(id)
  }
