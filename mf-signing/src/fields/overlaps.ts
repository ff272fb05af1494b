import type { FractionRect } from '../geometry/geometry.ts'
import type { PlacedField } from './field-lifecycle.ts'
import { rectOverlapArea } from './free-place.ts'
import { isSameSigner } from './same-signer.ts'

interface OnPage {
  readonly page: number
  readonly rect: FractionRect
}

export interface FieldOverlap<F extends OnPage = PlacedField> {
  readonly page: number
  readonly below: F
  readonly above: F
}

/** Rounding is no overlap: thousandths of the page. */
const SCALE = 1000
const scaled = ({ rect }: OnPage) => ({
  x: rect.x * SCALE,
  y: rect.y * SCALE,
  width: rect.width * SCALE,
  height: rect.height * SCALE,
})
/** A square of a thousandth of the page's sides. */
const LEAST_AREA = 1

export const overlapsOf = <F extends OnPage>(fields: readonly F[]): readonly FieldOverlap<F>[] =>
  fields.flatMap((above, index) =>
    fields
      .slice(0, index)
      .filter((below) => below.page === above.page && rectOverlapArea(scaled(below), scaled(above)) > LEAST_AREA)
      .map((below) => ({ page: above.page, below, above })),
  )

/** So much of a field is under another one that it cannot be read or tapped. */
const COVERED_PART = 0.9

export const isCovered = (field: OnPage, by: OnPage): boolean =>
  rectOverlapArea(scaled(field), scaled(by)) >= COVERED_PART * SCALE * SCALE * field.rect.width * field.rect.height

export const overlapKey = ({ below, above }: FieldOverlap): string => `${below.fieldId} ${above.fieldId}`

export const overlapInWords = ({ page, below, above }: FieldOverlap): string =>
  isSameSigner(below, above)
    ? `Dos campos de ${above.signerName} se enciman en la página ${page}.`
    : `Los campos de ${below.signerName} y ${above.signerName} se enciman en la página ${page}.`
