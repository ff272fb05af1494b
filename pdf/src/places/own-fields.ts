import type { FoundPlace } from './found-place.ts'
import type { OwnField, PageMarks } from './page-marks.ts'

/** In points; less has no room for a signature. */
const SMALLEST_SIDE = 12
/** Of the smaller of both: then a place and a field are the same. */
const SHARED = 0.3

type FieldRect = FoundPlace['rect']

const within = (value: number): number => Math.min(Math.max(value, 0), 1)

const rectOf = ({ box }: OwnField, { width, height }: PageMarks): FieldRect => {
  const [x, y] = [within(box.x / width), within(box.y / height)]
  return { x, y, width: within((box.x + box.width) / width) - x, height: within((box.y + box.height) / height) - y }
}

const isSamePlace = (a: FieldRect, b: FieldRect): boolean => {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  const least = Math.min(a.width * a.height, b.width * b.height)
  return across > 0 && down > 0 && across * down > SHARED * least
}

/**
 * Puts the PDF's empty signature fields first, and leaves out places that a field of the PDF covers: the form offers
 * those. A line below a signature field tells its role.
 */
export const withOwnFields = (places: readonly FoundPlace[], page: PageMarks): readonly FoundPlace[] => {
  const fields = (page.fields ?? []).map((field) => ({ ...field, rect: rectOf(field, page) }))
  if (fields.length === 0) return places
  const own = fields
    .filter(
      ({ asksToSign, rect }) =>
        asksToSign && rect.width * page.width >= SMALLEST_SIDE && rect.height * page.height >= SMALLEST_SIDE,
    )
    .map(({ rect, label }): FoundPlace => {
      const line = places.find((place) => place.kind === 'signature' && isSamePlace(place.rect, rect))
      return {
        kind: 'signature',
        source: 'field',
        rect,
        role: line?.role,
        label: label || line?.label || '',
        required: true,
      }
    })
  return [...own, ...places.filter((place) => !fields.some(({ rect }) => isSamePlace(place.rect, rect)))]
}
