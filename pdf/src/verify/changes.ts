import type { Rect } from '../syntax/page-geometry.ts'

/**
 * What a later revision did. `expected` is what signing and keeping a document brings about; `notable` is allowed and
 * worth knowing; `suspicious` is what nobody does to a signed document, or nobody can tell the meaning of.
 */
export type Severity = 'expected' | 'notable' | 'suspicious'

/** Every kind of change, and how bad it is. */
export const severities = {
  'signature-added': 'expected',
  'time-stamp-added': 'expected',
  'validation-data': 'expected',
  metadata: 'expected',
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
  // A document time stamp has nothing to draw.
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

/** One thing that is different after a signature. */
export interface Change {
  readonly kind: ChangeKind
  readonly severity: Severity
  /** From 1. */
  readonly page?: number
  /** Full name of the form field. */
  readonly field?: string
  /** Number of the object, name of the key, count of pages: whatever says more precisely what it is. */
  readonly detail?: string
  /** Where something new is drawn, in fractions of the page as it is seen. */
  readonly rect?: Rect
}

export const change = (kind: ChangeKind, where: Omit<Change, 'kind' | 'severity'> = {}): Change => ({
  kind,
  severity: severities[kind],
  ...where,
})

/** More of them help nobody. */
const MOST_CHANGES = 200

/** Without repetitions, in their order; of very many the gravest are kept. */
export function uniqueChanges(changes: readonly Change[]): Change[] {
  const unique = [...new Map(changes.map((each) => [JSON.stringify(each), each])).values()]
  if (unique.length <= MOST_CHANGES) return unique
  const isGrave = ({ severity }: Change): boolean => severity === 'suspicious'
  return [...unique.filter(isGrave), ...unique.filter((each) => !isGrave(each))].slice(0, MOST_CHANGES)
}

/** A drawing that the signed page did not have lies on it. */
export const coversContent = ({ rect }: Change): boolean =>
  rect !== undefined && rect.x < 1 && rect.y < 1 && rect.x + rect.width > 0 && rect.y + rect.height > 0
