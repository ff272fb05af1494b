/** Closed union; `explain.ts` has a text for each code. */
export const findingCodes = [
  'PDF_NOT_A_PDF',
  'PDF_ENCRYPTED',
  'PDF_PASSWORD_WRONG',
  'PDF_RESTRICTED',
  'PDF_MALICIOUS_JAVASCRIPT',
  'PDF_MALICIOUS_LAUNCH',
  'PDF_MALICIOUS_IMPORTDATA',
  'PDF_MALICIOUS_SUBMITFORM',
  'PDF_MALICIOUS_REMOTE_GOTO',
  'PDF_MALICIOUS_REMOTE_FILE',
  'PDF_MALICIOUS_URI',
  'PDF_INJECTION_FONT',
  'PDF_INJECTION_METADATA',
  'PDF_INJECTION_TEXT',
  'PDF_INJECTION_FUNCTION',
  'PDF_POLYGLOT',
  'PDF_XFA',
  'PDF_EXTERNAL_STREAM',
  'PDF_ACTIVE_MEDIA',
  'PDF_AUTO_ACTION',
  'PDF_PORTFOLIO',
  'PDF_MALICIOUS_EMBEDDED_FILE',
  'PDF_HEAVY_ANNOTATIONS',
  'PDF_BOMB',
  'PDF_TOO_COMPLEX',
  'PDF_CORRUPT',
] as const

export type FindingCode = (typeof findingCodes)[number]

/** One reason to refuse a file. */
export interface ScreenFinding {
  readonly code: FindingCode
  /** Undefined for the file or a trailer. */
  readonly object: number | undefined
  /** From 1, if known. */
  readonly page: number | undefined
  /** In PDF terms, for experts. */
  readonly detail: string
  /** Removable without changing the pages. False for signed files. */
  readonly removable: boolean
}

/** A link that leads to no page on the web. */
export interface BrokenLink extends Pick<ScreenFinding, 'object' | 'page'> {
  /** Printable, shortened. */
  readonly address: string
}

/** In the order of `findingCodes`, then of the file. */
export const byGravity = (findings: readonly ScreenFinding[]): readonly ScreenFinding[] =>
  findings.toSorted((a, b) => findingCodes.indexOf(a.code) - findingCodes.indexOf(b.code))
