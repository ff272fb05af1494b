import { openPdf, type PageView, toPdfBox } from 'pdf'
import { inflateInBrowser } from 'pdf/inflate'
import {
  type DocumentChange,
  describeReport,
  describeVerdict,
  type SignatureReport,
  type TrustedRoot,
  type VerificationReport,
  verifyPdf,
} from 'pdf/verify'
import { testTime } from '../../src/domain/signing/test-support/signing.ts'
import { type Area, coversInk, differentPages, type PageShape, type Picture } from './pictures.ts'
import { RENDERERS, type RendererName, type Renderers } from './renderers.ts'

export type Verify = (bytes: Uint8Array, roots: readonly TrustedRoot[]) => Promise<VerificationReport>

export const verifyToday: Verify = (bytes, roots) =>
  verifyPdf(bytes, { roots, inflate: inflateInBrowser, now: testTime })

const BELIEVED: ReadonlySet<string> = new Set(['valid', 'changed', 'unknown'])
const UNCHANGED = /intact|sin cambios|no ha cambiado/i

const believedOf = (report: VerificationReport, signedLength: number): SignatureReport[] =>
  report.kind === 'signed'
    ? report.signatures.filter(
        ({ covered, verdict }) => covered > 0 && covered <= signedLength && BELIEVED.has(verdict),
      )
    : []

const describeBelief = ({ field, verdict, changes }: SignatureReport): string =>
  `${field}: ${verdict} (${changes.map(({ kind, rect }) => `${kind}${rect === undefined ? '' : ' with rectangle'}`).join(', ')})`

const saysUnchanged = (words: { readonly title: string; readonly text: string }): string[] =>
  UNCHANGED.test(`${words.title} ${words.text}`) ? [`${words.title}. ${words.text}`] : []

/** Signatures of the signed revision that a report still believes, and words that call it unchanged. */
export function beliefsOf(report: VerificationReport, signedLength: number): string[] {
  const signatures = believedOf(report, signedLength).map(describeBelief)
  if (report.kind !== 'signed') return signatures
  return [...signatures, ...saysUnchanged(describeReport(report)).map((words) => `page: ${words}`)]
}

const shapeOf = ({ cropBox, rotate }: PageView): PageShape => ({
  box: [cropBox.x0, cropBox.y0, cropBox.x1, cropBox.y1],
  rotate,
})

export interface Shown {
  readonly bytes: Uint8Array
  readonly views: readonly PageView[]
  readonly shapes: readonly PageShape[]
  readonly pictures: Map<RendererName, Promise<readonly Picture[] | undefined>>
}

export function showSigned(bytes: Uint8Array): Shown {
  const views = openPdf(bytes, { inflate: inflateInBrowser })
    .pages()
    .map((page) => page.view())
  return { bytes, views, shapes: views.map(shapeOf), pictures: new Map() }
}

export interface Forged {
  readonly bytes: Uint8Array
  /** Fields that the decoy may fill; only sorts what escaped. */
  readonly areas: readonly Area[]
}

function before(renderer: RendererName, shown: Shown, renderers: Renderers): Promise<readonly Picture[] | undefined> {
  const known = shown.pictures.get(renderer) ?? renderers.render[renderer](shown.bytes)
  shown.pictures.set(renderer, known)
  return known
}

function toldAreas(changes: readonly DocumentChange[], { views }: Shown): Area[] {
  return changes.flatMap(({ page = 0, rect }) => {
    const view = views[page - 1]
    if (rect === undefined || view === undefined) return []
    const { x0, y0, x1, y1 } = toPdfBox(view, rect)
    return [{ page, box: [x0, y0, x1, y1] } satisfies Area]
  })
}

/**
 * `untold`: a page looks different where neither the report
 * nor the decoy says so. `no-rectangle`: the report tells a
 * change without its place. `called-intact`: words call the
 * file unchanged although a told change hides signed ink.
 */
const ESCAPES = ['untold', 'no-rectangle', 'called-intact'] as const
export type EscapeKind = (typeof ESCAPES)[number]

interface Seen {
  readonly renderer: RendererName
  readonly old: readonly Picture[]
  readonly now: readonly Picture[]
}

/**
 * Ignores a renderer that fails before the attack; a later
 * failure counts as missing pages.
 */
export async function look(
  shown: Shown,
  { bytes }: Pick<Forged, 'bytes'>,
  renderers: Renderers,
  names: readonly RendererName[] = RENDERERS,
): Promise<Seen[]> {
  const seen = await Promise.all(
    names.map(async (renderer) => {
      const [old, now] = [await before(renderer, shown, renderers), await renderers.render[renderer](bytes)]
      return old === undefined ? [] : [{ renderer, old, now: now ?? [] }]
    }),
  )
  return seen.flat()
}

/** Where the whole file looks different, whatever was told. */
export const visibleIn = (seen: readonly Seen[], { shapes }: Shown, areas: readonly Area[] = []) =>
  new Map(
    seen
      .map(({ renderer, old, now }) => [renderer, differentPages(old, now, areas, shapes)] as const)
      .filter(([, pages]) => pages.length > 0),
  )

export interface Judgement {
  readonly kind: EscapeKind
  readonly seen: ReadonlyMap<RendererName, readonly number[]>
  readonly wrong: readonly string[]
}

function judgeOne(
  signature: SignatureReport,
  {
    shown,
    seen,
    areas,
    page,
  }: { shown: Shown; seen: readonly Seen[]; areas: readonly Area[]; page: readonly string[] },
): Judgement | undefined {
  const told = toldAreas(signature.changes, shown)
  const outside = visibleIn(seen, shown, told)
  const wrong = [describeBelief(signature), ...page]
  if (outside.size > 0) {
    const beyond = visibleIn(seen, shown, [...told, ...areas])
    return beyond.size > 0 ? { kind: 'untold', seen: beyond, wrong } : { kind: 'no-rectangle', seen: outside, wrong }
  }
  const hiding = seen.filter(({ old, now }) => coversInk(old, now, told, shown.shapes))
  const words = [...saysUnchanged(describeVerdict(signature)), ...page]
  if (hiding.length === 0 || words.length === 0) return undefined
  const where = visibleIn(hiding, shown)
  return { kind: 'called-intact', seen: where, wrong: [describeBelief(signature), ...words] }
}

/** @returns the worst that a report gets wrong, if anything */
export function judge(
  shown: Shown,
  { areas }: Pick<Forged, 'areas'>,
  report: VerificationReport,
  seen: readonly Seen[],
): Judgement | undefined {
  const page = report.kind === 'signed' ? saysUnchanged(describeReport(report)).map((words) => `page: ${words}`) : []
  const found = believedOf(report, shown.bytes.length).flatMap(
    (signature) => judgeOne(signature, { shown, seen, areas, page }) ?? [],
  )
  return ESCAPES.flatMap((kind) => found.find((each) => each.kind === kind) ?? [])[0]
}
