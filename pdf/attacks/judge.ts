import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { judgePictures } from '../src/picture/index.ts'
import { loadPictureRenderer } from '../src/picture/node/index.ts'
import { inflateWithNode } from '../src/syntax/inflate-node.ts'
import {
  describeReport,
  describeVerdict,
  type SignatureReport,
  type VerificationReport,
  verifyPdf,
} from '../src/verify/index.ts'
import type { CaseVerdict } from './generate/case.ts'

const here = (path: string): URL => new URL(path, import.meta.url)
/** All certificates are valid then. */
const NOW = new Date('2027-06-01T00:00:00Z')

export const readVerdicts = (): readonly CaseVerdict[] =>
  JSON.parse(readFileSync(here('verdicts.json'), 'utf8')) as readonly CaseVerdict[]

export const pathOf = ({ file }: CaseVerdict): URL => here(`files/${file}`)
export const bytesOf = (verdict: CaseVerdict): Uint8Array => new Uint8Array(readFileSync(pathOf(verdict)))

/** Both judges, with the root of these files as the only trusted one. */
export async function openJudge(): Promise<(bytes: Uint8Array) => Promise<VerificationReport>> {
  const renderer = await loadPictureRenderer()
  const root = new Uint8Array(new X509Certificate(readFileSync(here('root.pem'))).raw)
  const options = { roots: [{ certificate: root, kind: 'other' } as const], inflate: inflateWithNode, now: NOW }
  return async (bytes) => judgePictures(bytes, await verifyPdf(bytes, options), { renderer })
}

const UNCHANGED = /intact|sin cambios|no ha cambiado/i
/** Fractions of a page: a point or two. */
const NEAR = 0.01

export const victimsOf = (report: VerificationReport, { victims }: CaseVerdict): readonly SignatureReport[] =>
  report.kind === 'signed' ? report.signatures.filter(({ field }) => victims.includes(field)) : []

function tells({ changes }: SignatureReport, { place }: CaseVerdict): boolean {
  if (place === undefined) return false
  const { x, y, width, height } = place.rect
  return changes.some(
    ({ page, rect }) =>
      page === place.page &&
      rect !== undefined &&
      rect.x <= x + NEAR &&
      rect.y <= y + NEAR &&
      rect.x + rect.width >= x + width - NEAR &&
      rect.y + rect.height >= y + height - NEAR,
  )
}

const isRefused = ({ verdict }: SignatureReport): boolean => verdict === 'suspicious' || verdict === 'invalid'

function isRight(report: VerificationReport, signature: SignatureReport, verdict: CaseVerdict): boolean {
  if (verdict.right === 'accept') return signature.verdict === 'valid'
  if (verdict.right === 'distrust') return signature.verdict !== 'valid' && signature.verdict !== 'changed'
  if (isRefused(signature)) return verdict.class !== 'control'
  if (verdict.right === 'refuse') return false
  const said = [describeReport(report), describeVerdict(signature)].map(({ title, text }) => `${title} ${text}`)
  const isHonest = verdict.class === 'control' || !said.some((words) => UNCHANGED.test(words))
  return signature.verdict !== 'valid' && tells(signature, verdict) && isHonest
}

/** True if every victim is judged as `verdicts.json` says. */
export function isJudgedRight(report: VerificationReport, verdict: CaseVerdict): boolean {
  const victims = victimsOf(report, verdict)
  // A file that is not read accepts nothing.
  if (report.kind !== 'signed') return verdict.right === 'refuse'
  return victims.length === verdict.victims.length && victims.every((each) => isRight(report, each, verdict))
}
