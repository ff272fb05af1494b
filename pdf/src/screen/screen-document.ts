import type { Inflate } from '../syntax/index.ts'
import { byGravity, type Finding } from './finding.ts'
import { budgetFor, ScreeningLimitError, type ScreeningLimits, screeningLimits } from './limits.ts'
import {
  isLooseArray,
  isLooseDict,
  isLooseStream,
  type Loose,
  type LooseDict,
  type LooseStream,
} from './loose-objects.ts'
import { rules } from './rules/index.ts'
import { type Walk, walkObjects } from './walk-objects.ts'

export interface ScreeningOptions {
  readonly inflate: Inflate
  readonly limits?: Partial<ScreeningLimits>
}

export interface Screening {
  /** Gravest first, without pages. */
  readonly findings: readonly Finding[]
  /** True if any revision may contain a signature. */
  readonly signed: boolean
  /** Units of `ScreeningLimits`. */
  readonly work: number
}

interface Report {
  readonly add: (rule: Pick<Finding, 'code' | 'removable'>, object: number | undefined, detail: string) => void
  readonly noteSignature: () => void
}

const named = rules.map((rule) => ({ ...rule, removable: rule.remove !== undefined }))
const dictRules = named.flatMap(({ dict, ...rule }) => (dict === undefined ? [] : [{ ...rule, dict }]))
const streamRules = named.flatMap(({ stream, ...rule }) => (stream === undefined ? [] : [{ ...rule, stream }]))
const fileRules = named.flatMap(({ file, ...rule }) => (file === undefined ? [] : [{ ...rule, file }]))

const BYTE_RANGE = '/ByteRange'
const SIGNATURES = ['Sig', 'DocTimeStamp']

/** Signature dictionary (ISO 32000-1, 12.8.1), or a field with one. */
const carriesSignature = (dict: LooseDict, walk: Walk): boolean =>
  dict.entries.has('ByteRange') ||
  (dict.entries.has('Contents') && walk.names(dict, 'Type').some((type) => SIGNATURES.includes(type))) ||
  (dict.entries.has('V') && walk.names(dict, 'FT').includes('Sig') && walk.get(dict, 'V').some((v) => v !== null))

/** Also finds signed ranges outside of readable objects. */
const includesByteRange = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(BYTE_RANGE)

/** A limit is reported as a finding. */
export function screenDocument(bytes: Uint8Array, options: ScreeningOptions): Screening {
  const limits: ScreeningLimits = { ...screeningLimits, ...options.limits }
  const report = createReport(limits)
  if (includesByteRange(bytes)) report.noteSignature()
  const budget = budgetFor(bytes, limits)
  try {
    for (const rule of fileRules) {
      const detail = rule.file(bytes)
      if (detail !== undefined) report.add(rule, undefined, detail)
    }
    const walk = walkObjects(bytes, options.inflate, limits, budget)
    for (const num of walk.unreadable) report.add(UNREADABLE, num, 'un stream de objetos no se puede leer')
    for (const { num, object } of walk.objects()) screenObject(object, num, walk, report)
  } catch (error) {
    if (!(error instanceof ScreeningLimitError)) throw error
    report.giveUp(error)
  }
  return { findings: byGravity(report.findings), signed: report.signed(), work: budget.spent }
}

const UNREADABLE = { code: 'PDF_CORRUPT', removable: false } as const

function createReport(limits: ScreeningLimits) {
  const findings: Finding[] = []
  let signed = false
  const seen = new Set<string>()
  const add: Report['add'] = ({ code, removable }, object, detail) => {
    // Revisions repeat findings.
    const key = `${code} ${object} ${detail}`
    if (findings.length >= limits.findings || seen.has(key)) return
    seen.add(key)
    findings.push({ code, object, page: undefined, detail, removable })
  }
  return {
    findings,
    add,
    giveUp: ({ code, message }: ScreeningLimitError): void => {
      findings.push({ code, object: undefined, page: undefined, detail: message, removable: false })
    },
    noteSignature: () => {
      signed = true
    },
    signed: () => signed,
  }
}

function screenObject(object: Loose, num: number | undefined, walk: Walk, report: Report): void {
  if (isLooseStream(object)) {
    screenStream(object, num, walk, report)
    screenObject(object.dict, num, walk, report)
  } else if (isLooseArray(object)) {
    for (const item of object.items) screenObject(item, num, walk, report)
  } else if (isLooseDict(object)) {
    if (carriesSignature(object, walk)) report.noteSignature()
    screenDict(object, num, walk, report)
    for (const values of object.entries.values()) for (const value of values) screenObject(value, num, walk, report)
    for (const stray of object.strays) screenObject(stray, num, walk, report)
  }
}

function screenDict(dict: LooseDict, num: number | undefined, walk: Walk, report: Report): void {
  for (const rule of dictRules) {
    const detail = rule.dict(dict, walk)
    if (detail !== undefined) report.add(rule, num, detail)
  }
}

function screenStream(stream: LooseStream, num: number | undefined, walk: Walk, report: Report): void {
  for (const rule of streamRules) {
    const detail = rule.stream(stream, walk)
    if (detail !== undefined) report.add(rule, num, detail)
  }
}
