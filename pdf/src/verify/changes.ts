import type { Rect } from '../syntax/page-geometry.ts'

/**
 * `expected`: part of signing and archiving. `notable`:
 * allowed, but reported. `suspicious`: not allowed, or
 * not understood.
 */
export type Severity = 'expected' | 'notable' | 'suspicious'

export const severities = {
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
} as const satisfies Record<string, Severity>

export type ChangeKind = keyof typeof severities

export interface Change {
  readonly kind: ChangeKind
  readonly severity: Severity
  /** From 1. */
  readonly page?: number
  /** Fully qualified. */
  readonly field?: string
  /** Object number, key or page count. */
  readonly detail?: string
  /** New drawing, in fractions of the visible page. */
  readonly rect?: Rect
}

export const change = (kind: ChangeKind, where: Omit<Change, 'kind' | 'severity'> = {}): Change => ({
  kind,
  severity: severities[kind],
  ...where,
})

const MOST_CHANGES = 200

/** Removes duplicates; drops the least severe beyond the limit. */
export function uniqueChanges(changes: readonly Change[]): Change[] {
  const unique = [...new Map(changes.map((each) => [JSON.stringify(each), each])).values()]
  if (unique.length <= MOST_CHANGES) return unique
  const isGrave = ({ severity }: Change): boolean => severity === 'suspicious'
  return [...unique.filter(isGrave), ...unique.filter((each) => !isGrave(each))].slice(0, MOST_CHANGES)
}

/** True if a new drawing covers the signed page. */
export const coversContent = ({ rect }: Change): boolean =>
  rect !== undefined && rect.x < 1 && rect.y < 1 && rect.x + rect.width > 0 && rect.y + rect.height > 0
