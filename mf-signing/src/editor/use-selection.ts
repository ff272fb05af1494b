import { useState } from 'react'
import type { FieldId } from '../fields/field-lifecycle.ts'

export const useSelection = () => {
  const [state, setState] = useState<{ readonly selected: FieldId | undefined; readonly focused: boolean }>({
    selected: undefined,
    focused: false,
  })
  return {
    ...state,
    select: (selected: FieldId | undefined) => setState({ selected, focused: false }),
    selectAndFocus: (selected: FieldId) => setState({ selected, focused: true }),
  }
}

export type Selection = ReturnType<typeof useSelection>
