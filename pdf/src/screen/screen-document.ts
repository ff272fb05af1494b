import { type DocumentEncryption, decodeLatin1, defaultLimits, type InflateData } from '../syntax/index.ts'
import { type ByteSpan, listClaims, type SignatureListing } from '../verify/list-signatures.ts'
import { USAGE_RIGHTS } from '../verify/usage-rights.ts'
import { type BrokenLink, byGravity, type ScreenFinding } from './finding.ts'
import { budgetFor, ScreeningLimitError, type ScreeningLimits, screeningLimits } from './limits.ts'
import {
  isLooseArray,
  isLooseDict,
  isLooseStream,
  type LooseDict,
  type LooseObject,
  type LooseStream,
} from './loose-objects.ts'
import { screenRules } from './rules/index.ts'
import { brokenLinksOf } from './rules/uri.ts'
import { type DocumentWalk, walkObjects } from './walk-objects.ts'

export interface ScreeningOptions {
  readonly inflate: InflateData
  readonly limits?: Partial<ScreeningLimits>
  /** Of the opened file. */
  readonly listing?: SignatureListing
  /** Objects of signatures that no person made. */
  readonly usageRights?: readonly ByteSpan[]
  /** Of the opened file: what acts or deceives may be encrypted. */
  readonly encryption?: DocumentEncryption | undefined
}

/** Result of `screenDocument`. */
export interface ScreeningResult {
  /** Gravest first, without pages. */
  readonly findings: readonly ScreenFinding[]
  readonly brokenLinks: readonly BrokenLink[]
  /** True if any revision may contain a signature. */
  readonly signed: boolean
  /** Units of `ScreeningLimits`. */
  readonly work: number
}

type Report = ReturnType<typeof createReport>

const dictRules = screenRules.flatMap(({ dict, ...rule }) => (dict === undefined ? [] : [{ ...rule, dict }]))
const streamRules = screenRules.flatMap(({ stream, ...rule }) => (stream === undefined ? [] : [{ ...rule, stream }]))
const fileRules = screenRules.flatMap(({ file, code }) => (file === undefined ? [] : [{ code, file }]))

const SIGNATURES = ['Sig', 'DocTimeStamp']
/** Bytes before the keyword `obj`. */
const LONGEST_NUMBER = 32

const isSignature = (dict: LooseDict, walk: DocumentWalk): boolean =>
  dict.entries.has('ByteRange') ||
  (dict.entries.has('Contents') && walk.names(dict, 'Type').some((type) => SIGNATURES.includes(type)))

const grantsRights = (dict: LooseDict, walk: DocumentWalk): boolean => {
  const references = walk.get(dict, 'Reference').flatMap((value) => (isLooseArray(value) ? value.items : []))
  const methods = references.flatMap((value) => (isLooseDict(value) ? walk.names(value, 'TransformMethod') : ['']))
  return methods.length > 0 && methods.every((method) => USAGE_RIGHTS.includes(method))
}

/** Signature dictionary (ISO 32000-1, 12.8.1), or a field with one. */
const carriesSignature = (dict: LooseDict, { walk, hasRights }: Visit): boolean =>
  (isSignature(dict, walk) && !(hasRights && grantsRights(dict, walk))) ||
  (dict.entries.has('V') &&
    ((walk.names(dict, 'FT').includes('Sig') && walk.get(dict, 'V').some((value) => value !== null)) ||
      walk.dicts(dict, 'V').some((value) => isSignature(value, walk))))

const OBJECT_NUMBER = /^\d+\s+\d+\s+$/

/** `at`: the keyword `obj`. */
const beginsAt = (bytes: Uint8Array, { start }: ByteSpan, at: number): boolean =>
  start < at && OBJECT_NUMBER.test(decodeLatin1(bytes, start, Math.min(at, start + LONGEST_NUMBER)))

/** Signatures that any parsed object holds, or that bytes without an object may hold. */
const listsSignature = ({ signatures, unread }: SignatureListing, usageRights: readonly ByteSpan[]): boolean =>
  unread > 0 || signatures.some(({ span }) => usageRights.every(({ start }) => start !== span?.start))

/** A string or a stream may hold the words of an object. */
function isQuoted(bytes: Uint8Array, { objects }: SignatureListing, at: number): boolean {
  let [low, high] = [0, objects.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((objects[middle]?.start ?? 0) <= at) low = middle + 1
    else high = middle
  }
  const around = objects[low - 1]
  return around !== undefined && at < around.end && !beginsAt(bytes, around, at)
}

/**
 * Walks every object of every revision, also unreferenced ones, and reports what may act or deceive. A limit that is
 * exceeded is a finding, too.
 *
 * @param bytes the whole file; it need not be parseable
 */
export function screenDocument(bytes: Uint8Array, options: ScreeningOptions): ScreeningResult {
  const limits: ScreeningLimits = { ...screeningLimits, ...options.limits }
  const { usageRights = [], listing = listClaims({ bytes, inflate: options.inflate, limits: defaultLimits }) } = options
  const report = createReport(limits)
  if (listsSignature(listing, usageRights)) report.noteSignature()
  const budget = budgetFor(bytes, limits)
  try {
    for (const { code, file } of fileRules) {
      const detail = file(bytes)
      if (detail !== undefined) report.add({ code, removable: false }, undefined, detail)
    }
    const walk = walkObjects(bytes, options.inflate, limits, budget, options.encryption)
    for (const num of walk.unreadable) report.add(UNREADABLE, num, 'un stream de objetos no se puede leer')
    for (const { num, object, at } of walk.objects()) {
      const hasRights = usageRights.some((span) => beginsAt(bytes, span, at))
      screenObject(object, { num, walk, report, hasRights, isQuoted: isQuoted(bytes, listing, at) })
    }
  } catch (error) {
    if (!(error instanceof ScreeningLimitError)) throw error
    report.giveUp(error)
  }
  const { findings, brokenLinks } = report
  return { findings: byGravity(findings), brokenLinks, signed: report.signed(), work: budget.spent }
}

const UNREADABLE = { code: 'PDF_CORRUPT', removable: false } as const

function createReport(limits: ScreeningLimits) {
  const findings: ScreenFinding[] = []
  const brokenLinks: BrokenLink[] = []
  let signed = false
  const seen = new Set<string>()
  // Revisions repeat findings.
  const isNew = (key: string): boolean => seen.size < seen.add(key).size
  return {
    findings,
    brokenLinks,
    add: (
      { code, removable }: Pick<ScreenFinding, 'code' | 'removable'>,
      object: number | undefined,
      detail: string,
    ) => {
      if (findings.length >= limits.findings || !isNew(`${code} ${object} ${detail}`)) return
      findings.push({ code, object, page: undefined, detail, removable })
    },
    addLink: (object: number | undefined, address: string): void => {
      if (brokenLinks.length >= limits.findings || !isNew(`${object} ${address}`)) return
      brokenLinks.push({ object, page: undefined, address })
    },
    giveUp: ({ code, message }: ScreeningLimitError): void => {
      findings.push({ code, object: undefined, page: undefined, detail: message, removable: false })
    },
    noteSignature: () => {
      signed = true
    },
    signed: () => signed,
  }
}

interface Visit {
  readonly num: number | undefined
  readonly walk: DocumentWalk
  readonly report: Report
  /** Of `ScreeningOptions.usageRights`. */
  readonly hasRights: boolean
  /** Its words are a part of another object. */
  readonly isQuoted: boolean
}

function screenObject(object: LooseObject, visit: Visit): void {
  if (isLooseStream(object)) {
    screenStream(object, visit)
    screenObject(object.dict, visit)
  } else if (isLooseArray(object)) {
    for (const item of object.items) screenObject(item, visit)
  } else if (isLooseDict(object)) {
    if (!visit.isQuoted && carriesSignature(object, visit)) visit.report.noteSignature()
    screenDict(object, visit)
    for (const values of object.entries.values()) for (const value of values) screenObject(value, visit)
    for (const stray of object.strays) screenObject(stray, visit)
  }
}

function screenDict(dict: LooseDict, { num, walk, report }: Visit): void {
  for (const { code, dict: check, remove } of dictRules) {
    const detail = check(dict, walk)
    if (detail !== undefined) report.add({ code, removable: remove?.(dict, walk) !== undefined }, num, detail)
  }
  for (const address of brokenLinksOf(dict, walk)) report.addLink(num, address)
}

function screenStream(stream: LooseStream, { num, walk, report }: Visit): void {
  for (const { code, stream: check, remove } of streamRules) {
    const detail = check(stream, walk)
    if (detail !== undefined) report.add({ code, removable: remove?.(stream.dict, walk) !== undefined }, num, detail)
  }
}
