import { useMemo, useState } from 'react'
import { isFrozen } from '../../fields/field-lifecycle.ts'
import type { FieldOverlap } from '../../fields/overlaps.ts'
import { overlapKey, overlapsOf } from '../../fields/overlaps.ts'
import type { PlacedFieldsModel } from './use-placed-fields.ts'

const none: ReadonlySet<string> = new Set()

/** Fields placed since the editor opened, also after they are saved. */
const usePlacedHere = ({ placed }: PlacedFieldsModel): ReadonlySet<string> => {
  const [here, setHere] = useState(none)
  const fresh = placed.temporaries.filter(({ fieldId }) => !here.has(fieldId))
  if (fresh.length > 0) setHere(new Set([...here, ...fresh.map(({ fieldId }) => fieldId)]))
  return here
}

/** Warns about fields of this visit: older ones were left so on purpose. */
export const useOverlaps = (model: PlacedFieldsModel) => {
  const [accepted, setAccepted] = useState(none)
  const here = usePlacedHere(model)
  const { fields } = model
  const found = useMemo(() => (isFrozen(fields) ? [] : overlapsOf(fields)), [fields])
  const first = found.find(
    (overlap) =>
      (here.has(overlap.above.fieldId) || here.has(overlap.below.fieldId)) && !accepted.has(overlapKey(overlap)),
  )
  return {
    first,
    isAccepted: (overlap: FieldOverlap): boolean => accepted.has(overlapKey(overlap)),
    accept: (overlap: FieldOverlap) => setAccepted(new Set([...accepted, overlapKey(overlap)])),
  }
}
