import type { PlacedField } from './field-lifecycle.ts'
import { rectOverlapArea } from './free-place.ts'
import { isSameSigner } from './same-signer.ts'

export interface FieldOverlap {
  readonly page: number
  readonly below: PlacedField
  readonly above: PlacedField
}

/** Rounding is no overlap: thousandths of the page. */
const SCALE = 1000
const scaled = ({ rect }: PlacedField) => ({
  x: rect.x * SCALE,
  y: rect.y * SCALE,
  width: rect.width * SCALE,
  height: rect.height * SCALE,
})
/** A square of a thousandth of the page's sides. */
const LEAST_AREA = 1

export const overlapsOf = (fields: readonly PlacedField[]): readonly FieldOverlap[] =>
  fields.flatMap((above, index) =>
    fields
      .slice(0, index)
      .filter((below) => below.page === above.page && rectOverlapArea(scaled(below), scaled(above)) > LEAST_AREA)
      .map((below) => ({ page: above.page, below, above })),
  )

export const overlapKey = ({ below, above }: FieldOverlap): string => `${below.fieldId} ${above.fieldId}`

export const overlapInWords = ({ page, below, above }: FieldOverlap): string =>
  isSameSigner(below, above)
    ? `Dos campos de ${above.signerName} se enciman en la página ${page}.`
    : `Los campos de ${below.signerName} y ${above.signerName} se enciman en la página ${page}.`
