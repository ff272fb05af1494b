/** Everything that screening can say about an upload. The union is closed: each code has its text in `explain.ts`. */
export const findingCodes = [
  'PDF_NOT_A_PDF',
  'PDF_ENCRYPTED',
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
  'PDF_POLYGLOT',
  'PDF_XFA',
  'PDF_EXTERNAL_STREAM',
  'PDF_ACTIVE_MEDIA',
  'PDF_AUTO_ACTION',
  'PDF_PORTFOLIO',
  'PDF_MALICIOUS_EMBEDDED_FILE',
  'PDF_BOMB',
  'PDF_TOO_COMPLEX',
  'PDF_CORRUPT',
] as const

export type FindingCode = (typeof findingCodes)[number]

/** One thing that was found in a document, and where. */
export interface Finding {
  readonly code: FindingCode
  /** Number of the indirect object it lies in; absent where it concerns the file as a whole or a trailer. */
  readonly object: number | undefined
  /** Page it belongs to, from 1, where that could be told. */
  readonly page: number | undefined
  /** What was seen, in terms of PDF, for people who look into the file. */
  readonly detail: string
  /** Could be taken out without changing what the pages show. Never so in a file that carries signatures. */
  readonly removable: boolean
}

/** The gravest finding first, in the order of `findingCodes`; within a code in the order of the file. */
export const byGravity = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((a, b) => findingCodes.indexOf(a.code) - findingCodes.indexOf(b.code))
