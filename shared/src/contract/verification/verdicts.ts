/** As in the package `pdf`; a test compares them. */
export const REPORTED_VERDICTS = ['valid', 'changed', 'unknown', 'unchecked', 'suspicious', 'invalid'] as const

export const REPORTED_PICTURE_STATES = ['same', 'different', 'incomplete', 'not-compared'] as const

export const REPORTED_LEVELS = ['CMS', 'B-B', 'B-T', 'B-LT', 'B-LTA'] as const

export const REPORTED_TIME_SOURCES = ['time-stamp', 'document-time-stamp', 'claimed', 'none'] as const

export const REPORTED_PURPOSES = ['signature', 'authentication', 'legal-person', 'other'] as const

/** In the order of display. */
export const REPORTED_RULES = [
  'signatures',
  'store',
  'last-stamp',
  'sequence',
  'whole-file',
  'time-stamps',
  'certificates',
  'hierarchy',
  'certificate-type',
  'lists',
  'answers',
  'stamp-algorithm',
  'revocation-data',
] as const

export const REPORTED_RULE_STATES = ['met', 'not-met', 'not-judged'] as const

export const REPORTED_UNJUDGED = [
  'other-rule',
  'unknown-chain',
  'algorithm',
  'simulator',
  'configured-authority',
] as const

export const REPORTED_OUTCOMES = ['met', 'simulated', 'not-judged', 'not-met'] as const

/** Worst last. */
export const REPORTED_SEVERITIES = ['expected', 'notable', 'suspicious'] as const

/** `words/` in the package `pdf` has a sentence for each. */
export const REPORTED_PROBLEMS = [
  'range-malformed',
  'gap-not-signature',
  'gap-not-contents',
  'range-not-at-end',
  'shared-gap',
  'overlap',
  'obscured',
  'not-in-own-revision',
  'digest',
  'value',
  'no-certificate',
  'attributes',
  'certificate-id',
  'algorithm',
  'attached-content',
  'unreadable-signature',
  'time-stamp',
  'key-usage',
  'revoked',
  'weak-hash',
  'weak-key',
  'weak-certificate',
  'certificate-purpose',
  'certificate-name',
] as const

export const CHANGE_KINDS = [
  'signature-added',
  'time-stamp-added',
  'validation-data',
  'metadata',
  'field-filled',
  'signature-field-added',
  'own-field-filled',
  'document-info',
  'form-settings',
  'unused-objects',
  'page-content',
  'page-resources',
  'page-geometry',
  'page-changed',
  'pages-added',
  'pages-removed',
  'pages-reordered',
  'annotation-added',
  'annotation-changed',
  'annotation-removed',
  'annotations-reordered',
  'drawing-added',
  'action',
  'attachment',
  'font',
  'image',
  'signed-field-changed',
  'appearance-swapped',
  'field-added',
  'field-changed',
  'field-removed',
  'form-changed',
  'shared-object',
  'missing-object',
  'catalog',
  'trailer',
  'cross-reference',
  'unknown-object',
  'not-permitted',
  'trailing-bytes',
  'file-structure',
  'unreadable',
] as const

export const READ_ERRORS = [
  'PDF_NOT_A_PDF',
  'PDF_MALFORMED',
  'PDF_ENCRYPTED',
  'PDF_TOO_COMPLEX',
  'PDF_BOMB',
  'PDF_UNSUPPORTED',
  'PDF_PAGE_NOT_FOUND',
  'PDF_FIELD_EXISTS',
  'PDF_FIELD_NOT_FOUND',
  'PDF_FIELD_SIGNED',
] as const
