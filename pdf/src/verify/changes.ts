import type { PageRect } from '../syntax/page-geometry.ts'

/**
 * `expected`: part of signing and archiving. `notable`:
 * allowed, but reported. `suspicious`: not allowed, or
 * not understood.
 */
export type ChangeSeverity = 'expected' | 'notable' | 'suspicious'

/** The verdict about each kind of change; new kinds must be added here, and get Spanish words in `words/`. */
export const changeSeverities = {
  'signature-added': 'expected',
  'time-stamp-added': 'expected',
  'validation-data': 'expected',
  metadata: 'expected',
  'own-field-filled': 'expected',
  'field-filled': 'notable',
  'signature-field-added': 'notable',
  'document-info': 'notable',
  'form-settings': 'notable',
  'unused-objects': 'notable',
  'page-content': 'suspicious',
  'page-resources': 'suspicious',
  'page-geometry': 'suspicious',
  'page-changed': 'suspicious',
  'pages-added': 'suspicious',
  'pages-removed': 'suspicious',
  'pages-reordered': 'suspicious',
  'annotation-added': 'suspicious',
  'annotation-changed': 'suspicious',
  'annotation-removed': 'suspicious',
  'annotations-reordered': 'suspicious',
  // A document time stamp has no drawing.
  'drawing-added': 'suspicious',
  action: 'suspicious',
  attachment: 'suspicious',
  font: 'suspicious',
  image: 'suspicious',
  'signed-field-changed': 'suspicious',
  'appearance-swapped': 'suspicious',
  'field-added': 'suspicious',
  'field-changed': 'suspicious',
  'field-removed': 'suspicious',
  'form-changed': 'suspicious',
  'shared-object': 'suspicious',
  'missing-object': 'suspicious',
  catalog: 'suspicious',
  trailer: 'suspicious',
  'cross-reference': 'suspicious',
  'unknown-object': 'suspicious',
  'not-permitted': 'suspicious',
  'trailing-bytes': 'suspicious',
  'file-structure': 'suspicious',
  unreadable: 'suspicious',
} as const satisfies Record<string, ChangeSeverity>

export type ChangeKind = keyof typeof changeSeverities

/** Something that a later revision did to a signed one. */
export interface DocumentChange {
  readonly kind: ChangeKind
  readonly severity: ChangeSeverity
  /** From 1. */
  readonly page?: number
  /** Fully qualified. */
  readonly field?: string
  /** Object number, key or page count. */
  readonly detail?: string
  /** New drawing, in fractions of the visible page. */
  readonly rect?: PageRect
  /** Signature fields whose signer vouches for the drawing; not in reports. */
  readonly owners?: readonly string[]
}

export const makeChange = (
  kind: ChangeKind,
  where: Omit<DocumentChange, 'kind' | 'severity'> = {},
): DocumentChange => ({
  kind,
  severity: changeSeverities[kind],
  ...where,
})

/** A hostile file may have millions. */
const MOST_CHANGES = 200

/** Removes duplicates; drops the least severe beyond the limit. */
export function uniqueChanges(changes: readonly DocumentChange[]): DocumentChange[] {
  const unique = [...new Map(changes.map((each) => [JSON.stringify(each), each])).values()]
  if (unique.length <= MOST_CHANGES) return unique
  const isGrave = ({ severity }: DocumentChange): boolean => severity === 'suspicious'
  return [...unique.filter(isGrave), ...unique.filter((each) => !isGrave(each))].slice(0, MOST_CHANGES)
}

/** Of the page. A larger field is not only the place for its own value. */
const LARGEST_FIELD = 0.15
/** Of one page, by all fields together. */
const MOST_COVERED = 0.5

/** Where the signed revision shows that a known person will draw. */
const OWN_PLACES: ReadonlySet<ChangeKind> = new Set(['signature-added', 'own-field-filled'])

const areaOf = ({ width, height }: PageRect): number => width * height

const isOnPage = ({ x, y, width, height }: PageRect): boolean => x < 1 && y < 1 && x + width > 0 && y + height > 0

const isInOwnPlace = ({ kind, severity, rect }: DocumentChange): boolean =>
  OWN_PLACES.has(kind) && severity === 'expected' && rect !== undefined && areaOf(rect) <= LARGEST_FIELD

/**
 * True if a later drawing may cover signed content. Ink that a
 * person whom an authority vouches for draws in a field of at
 * most 15 % of the page does not: the signers before saw that it
 * is expected there.
 */
export const coversContent = (each: DocumentChange): boolean =>
  each.rect !== undefined && isOnPage(each.rect) && !isInOwnPlace(each)

/** `filled`: values of small form fields alone. */
export function overlayOf(changes: readonly DocumentChange[]): 'none' | 'filled' | 'drawn' {
  const covering = changes.filter(coversContent)
  if (covering.length === 0) return 'none'
  const isSmall = ({ kind, rect }: DocumentChange): boolean =>
    kind === 'field-filled' && rect !== undefined && areaOf(rect) <= LARGEST_FIELD
  return covering.every(isSmall) ? 'filled' : 'drawn'
}

/** What fills a large part of a page is never a matter of course. */
export function raiseLarge(changes: readonly DocumentChange[]): DocumentChange[] {
  const areas = new Map<number, number>()
  for (const each of changes)
    if (isInOwnPlace(each) && each.page !== undefined && each.rect !== undefined)
      areas.set(each.page, (areas.get(each.page) ?? 0) + areaOf(each.rect))
  return changes.map((each) => {
    if (!OWN_PLACES.has(each.kind) || each.severity !== 'expected') return each
    const isCrowded = (areas.get(each.page ?? 0) ?? 0) > MOST_COVERED
    return coversContent(each) || isCrowded ? { ...each, severity: 'notable' } : each
  })
}
