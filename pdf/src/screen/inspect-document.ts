import { type EmptyField, emptyFields, keepsRequest, prepareFields } from '../sign/index.ts'
import type { InflateData } from '../syntax/index.ts'
import {
  defaultLimits,
  openPdf,
  PasswordError,
  type PdfDocument,
  PdfError,
  type PdfErrorCode,
  unlockWith,
} from '../syntax/index.ts'
import { type ByteSpan, listClaims, listFoundSignatures, type SignatureListing } from '../verify/list-signatures.ts'
import { locateUsageRights } from '../verify/usage-rights.ts'
import { findAmbiguity } from './find-ambiguity.ts'
import type { BrokenLink, FindingCode, ScreenFinding } from './finding.ts'
import { locatePages } from './locate-pages.ts'
import { screenDocument } from './screen-document.ts'
import { findTrialProblem } from './try-signing.ts'

/** Verdict of an upload: signable as it is, after a remedy, or not. */
export type DocumentInspection =
  | {
      readonly kind: 'signable'
      readonly pages: number
      /** Existing signatures; the file stays unchanged. */
      readonly signatures: number
      /** Some readers hide drawn signatures. */
      readonly hidesDrawings?: true
      readonly brokenLinks?: readonly BrokenLink[]
      readonly emptyFields?: readonly EmptyField[]
      /** Holds anything like a signature, so it is never rewritten. */
      readonly mayBeSigned?: true
      /** Opens without a password. It is signed within its encryption and never rewritten. */
      readonly encrypted?: true
    }
  /** Readable, but not signable, or ambiguous. */
  | {
      readonly kind: 'unsupported'
      readonly detail: string
      readonly remedy: FileRemedy
      /** The trial of Trazo's signatures failed. */
      readonly doubted?: true
      /** The encryption, and no signature, is what forbids a remedy. */
      readonly encrypted?: true
    }
  /** Gravest first. */
  | {
      readonly kind: 'refused'
      readonly findings: readonly [ScreenFinding, ...ScreenFinding[]]
      readonly remedy: FileRemedy
      /** Signatures are what forbids cleaning. */
      readonly signed?: true
      /** A password, or another one, could lift the refusal. */
      readonly asksPassword?: true
    }

/**
 * Both rewrite the file, which breaks signatures, so neither
 * applies to a file that may be signed.
 */
export type FileRemedy =
  | 'none'
  | 'repair'
  /** All findings but damage are removable. */
  | 'clean'

/** Where a trial field is drawn. */
const ANY_RECT = { x: 0.25, y: 0.8, width: 0.3, height: 0.1 }

const findingCode: Record<PdfErrorCode, FindingCode | undefined> = {
  PDF_NOT_A_PDF: 'PDF_NOT_A_PDF',
  PDF_MALFORMED: 'PDF_CORRUPT',
  PDF_ENCRYPTED: 'PDF_ENCRYPTED',
  PDF_TOO_COMPLEX: 'PDF_TOO_COMPLEX',
  PDF_BOMB: 'PDF_BOMB',
  PDF_UNSUPPORTED: undefined,
  PDF_PAGE_NOT_FOUND: 'PDF_CORRUPT',
  PDF_FIELD_EXISTS: undefined,
  PDF_FIELD_NOT_FOUND: 'PDF_CORRUPT',
  PDF_FIELD_SIGNED: undefined,
}

/** Nothing else is said of such a file. */
const UNREADABLE_CODES: ReadonlySet<FindingCode> = new Set([
  'PDF_NOT_A_PDF',
  'PDF_ENCRYPTED',
  'PDF_PASSWORD_WRONG',
  'PDF_RESTRICTED',
])

/** A document that opened is refused for its permissions alone. */
const isRestricted = ({ error, document }: Reading): boolean =>
  error?.code === 'PDF_ENCRYPTED' && document !== undefined

const codeOf = (reading: Reading): FindingCode | undefined => {
  const { error, password } = reading
  if (isRestricted(reading)) return 'PDF_RESTRICTED'
  if (error instanceof PasswordError && password !== undefined) return 'PDF_PASSWORD_WRONG'
  return error && findingCode[error.code]
}

/** A remedy would break signatures, or undo the encryption that the issuer chose. A password was given to undo it. */
const keepsForm = ({ document, password }: Reading, signed: boolean): boolean =>
  signed || (document?.encryption !== undefined && password === undefined)

interface Reading {
  readonly document: PdfDocument | undefined
  readonly error: PdfError | undefined
  readonly signatures: number
  readonly password: string | undefined
}

/** Every page must accept a signature field. With a password, only the opened copy gets some. */
function readForSigning(bytes: Uint8Array, inflate: InflateData, password: string | undefined): Reading {
  let document: PdfDocument | undefined
  let signatures = 0
  try {
    document = openPdf(bytes, { inflate, unlock: password === undefined ? undefined : unlockWith(password) })
    if (document.pageCount === 0) throw new PdfError('PDF_MALFORMED', 'the document has no pages')
    signatures = document.signatureFields().filter(({ signed }) => signed).length
    if (password === undefined) probePages(bytes, document)
    else if (document.encryption?.allowsSigning === false) throw new PdfError('PDF_ENCRYPTED', 'the user may not sign')
    return { document, error: undefined, signatures, password }
  } catch (error) {
    if (error instanceof PdfError) return { document, error, signatures, password }
    throw error
  }
}

function probePages(bytes: Uint8Array, document: PdfDocument): void {
  const probes = document.pages().map(({ pageNumber }) => ({
    name: `trazo-probe-${pageNumber}`,
    page: pageNumber,
    rect: ANY_RECT,
    tooltip: '',
  }))
  prepareFields(bytes, probes)
}

const ownFinding = (code: FindingCode, detail = ''): ScreenFinding => ({
  code,
  object: undefined,
  page: undefined,
  detail,
  removable: false,
})

/** `unknown` if the document cannot be read. */
const readIn = <T>(document: PdfDocument | undefined, read: (document: PdfDocument) => T, unknown: T): T => {
  try {
    return document === undefined ? unknown : read(document)
  } catch (error) {
    if (error instanceof PdfError) return unknown
    throw error
  }
}

/** Beyond a limit, the file may be signed. */
const UNKNOWN_LISTING: SignatureListing = { signatures: [], unread: 1, objects: [] }

const listedIn = (bytes: Uint8Array, document: PdfDocument | undefined, inflate: InflateData): SignatureListing => {
  try {
    return document === undefined
      ? listClaims({ bytes, inflate, limits: defaultLimits })
      : listFoundSignatures(document)
  } catch (error) {
    if (error instanceof PdfError) return UNKNOWN_LISTING
    throw error
  }
}

type Pages = ReadonlyMap<number, number>
const locatedPages = (document: PdfDocument | undefined): Pages => readIn<Pages>(document, locatePages, new Map())
const pageIn = (pages: Pages, object: number | undefined): number | undefined =>
  object === undefined ? undefined : pages.get(object)

/**
 * Reads an upload like signing does, and screens it. Never throws.
 *
 * Reports malice before damage, because a repair would not help, and encryption first, because the content is
 * unreadable.
 *
 * @param bytes the whole upload
 * @param password opens the document; inspects it for a copy without encryption
 * @returns whether it can be signed as it is, after a remedy, or not at all
 */
export function inspectDocument(bytes: Uint8Array, inflate: InflateData, password?: string): DocumentInspection {
  const reading = readForSigning(bytes, inflate, password)
  const { document, error, signatures } = reading
  const code = codeOf(reading)
  const own = code === undefined ? [] : [ownFinding(code, error?.message)]
  if (code !== undefined && UNREADABLE_CODES.has(code)) return refusedInspection(own, false, reading)
  const listing = listedIn(bytes, document, inflate)
  const usageRights = readIn<readonly ByteSpan[]>(document, (opened) => locateUsageRights(opened, listing), [])
  const screening = screenDocument(bytes, { inflate, listing, usageRights, encryption: document?.encryption })
  const signed = screening.signed || signatures > 0
  const findings = [...screening.findings, ...own]
  if (findings.length > 0) return refusedInspection(findings, signed, reading)
  const detail = error?.message ?? (document && findAmbiguity(document, signed))
  const encrypted = keepsForm(reading, false) ? ({ encrypted: true } as const) : {}
  const reason = { mayBeSigned: signed, ...encrypted }
  if (detail !== undefined) return unsupportedInspection(detail, reason)
  return {
    kind: 'signable',
    pages: document?.pageCount ?? 0,
    signatures,
    ...(signed ? { mayBeSigned: true } : {}),
    ...encrypted,
    ...(document !== undefined && keepsRequest(document) ? { hidesDrawings: true } : {}),
    ...placedLinks(screening.brokenLinks, document),
    ...openFields(document),
  }
}

/**
 * Inspects an upload like `inspectDocument` and tries our signatures on it: a document that would make them doubtful
 * is repaired or refused.
 *
 * @param now time of the trial signatures
 * @param password as for `inspectDocument`; the trial is made of the copy
 */
export async function inspectForSigning(
  bytes: Uint8Array,
  inflate: InflateData,
  now: Date,
  password?: string,
): Promise<DocumentInspection> {
  const inspection = inspectDocument(bytes, inflate, password)
  if (inspection.kind !== 'signable' || password !== undefined) return inspection
  const detail = await findTrialProblem(bytes, now)
  if (detail === undefined) return inspection
  return { ...unsupportedInspection(detail, inspection), doubted: true }
}

function unsupportedInspection(
  detail: string,
  { mayBeSigned = false, encrypted = false }: { readonly mayBeSigned?: boolean; readonly encrypted?: boolean },
) {
  const kept = mayBeSigned || encrypted
  return {
    kind: 'unsupported',
    detail,
    remedy: kept ? 'none' : 'repair',
    ...(encrypted && !mayBeSigned ? ({ encrypted } as const) : {}),
  } as const
}

function openFields(document: PdfDocument | undefined) {
  const found = readIn<readonly EmptyField[]>(document, emptyFields, [])
  return found.length === 0 ? {} : { emptyFields: found }
}

function placedLinks(links: readonly BrokenLink[], document: PdfDocument | undefined) {
  if (links.length === 0) return {}
  const pages = locatedPages(document)
  return { brokenLinks: links.map((link) => ({ ...link, page: pageIn(pages, link.object) })) }
}

/** The owner's password lifts restrictions, too. */
const asksPassword = (reading: Reading): boolean => reading.error instanceof PasswordError || isRestricted(reading)

function refusedInspection(found: readonly ScreenFinding[], signed: boolean, reading: Reading): DocumentInspection {
  const pages = locatedPages(reading.document)
  const isBlocked = signed && remedyFor(found) === 'clean'
  const [first, ...rest] = found.map((finding) => ({
    ...finding,
    page: pageIn(pages, finding.object),
    // Removing anything breaks existing signatures.
    removable: finding.removable && !keepsForm(reading, signed),
  }))
  if (first === undefined) throw new Error('a refusal has a finding')
  const findings = [first, ...rest] as const
  const remedy = keepsForm(reading, signed) ? 'none' : remedyFor(findings)
  return {
    kind: 'refused',
    findings,
    remedy,
    ...(isBlocked ? { signed: true } : {}),
    ...(asksPassword(reading) ? { asksPassword: true } : {}),
  }
}

const remedyFor = (findings: readonly ScreenFinding[]): FileRemedy => {
  const others = findings.filter(({ code }) => code !== 'PDF_CORRUPT')
  if (others.length === 0) return 'repair'
  return others.every(({ removable }) => removable) ? 'clean' : 'none'
}
