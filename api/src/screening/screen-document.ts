import type { Inflate } from '../signing/pdf/limits.ts'
import { byGravity, type Finding } from './finding.ts'
import { ScreeningLimitError, type ScreeningLimits, screeningLimits } from './limits.ts'
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

interface Report {
  readonly add: (rule: Pick<Finding, 'code' | 'removable'>, object: number | undefined, detail: string) => void
}

const dictRules = rules.flatMap(({ dict, ...rule }) => (dict === undefined ? [] : [{ ...rule, dict }]))
const streamRules = rules.flatMap(({ stream, ...rule }) => (stream === undefined ? [] : [{ ...rule, stream }]))
const fileRules = rules.flatMap(({ file, ...rule }) => (file === undefined ? [] : [{ ...rule, file }]))

/**
 * Looks through every object of a file for what does not belong into a document that people sign, the gravest first.
 * Pages are not known here. A file that is beyond a limit gets that as a finding, beside what was found before.
 */
export function screenDocument(bytes: Uint8Array, options: ScreeningOptions): readonly Finding[] {
  const limits: ScreeningLimits = { ...screeningLimits, ...options.limits }
  const { findings, add } = createReport(limits)
  try {
    for (const rule of fileRules) {
      const detail = rule.file(bytes)
      if (detail !== undefined) add(rule, undefined, detail)
    }
    const walk = walkObjects(bytes, options.inflate, limits)
    for (const num of walk.unreadable) {
      add({ code: 'PDF_CORRUPT', removable: false }, num, 'un stream de objetos no se puede leer')
    }
    for (const { num, object } of walk.objects()) screenObject(object, num, walk, { add })
  } catch (error) {
    if (!(error instanceof ScreeningLimitError)) throw error
    findings.push({ code: error.code, object: undefined, page: undefined, detail: error.message, removable: false })
  }
  return byGravity(findings)
}

function createReport(limits: ScreeningLimits): Report & { findings: Finding[] } {
  const findings: Finding[] = []
  const seen = new Set<string>()
  const add: Report['add'] = ({ code, removable }, object, detail) => {
    // The revisions of an object say the same thing again.
    const key = `${code} ${object} ${detail}`
    if (findings.length >= limits.findings || seen.has(key)) return
    seen.add(key)
    findings.push({ code, object, page: undefined, detail, removable })
  }
  return { findings, add }
}

function screenObject(object: Loose, num: number | undefined, walk: Walk, report: Report): void {
  if (isLooseStream(object)) {
    screenStream(object, num, walk, report)
    screenObject(object.dict, num, walk, report)
  } else if (isLooseArray(object)) {
    for (const item of object.items) screenObject(item, num, walk, report)
  } else if (isLooseDict(object)) {
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
