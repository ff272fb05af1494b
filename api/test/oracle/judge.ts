import {
  decodeTextString,
  isArray,
  isDict,
  isString,
  openPdf,
  type PageView,
  type PdfDict,
  type PdfDocument,
  readBox,
  toPdfBox,
} from 'pdf'
import { inflate } from 'pdf/inflate'
import { describeReport, describeVerdict, type TrustedRoot, type VerificationReport, verifyPdf } from 'pdf/verify'
import { testTime } from '../../src/domain/signing/test-support/signing.ts'
import { type Area, coversInk, differentPages, type PageShape, type Picture } from './pictures.ts'
import { RENDERERS, type RendererName, type Renderers } from './renderers.ts'

export type Verify = (bytes: Uint8Array, roots: readonly TrustedRoot[]) => Promise<VerificationReport>

export const verifyToday: Verify = (bytes, roots) => verifyPdf(bytes, { roots, inflate, now: testTime })

const BELIEVED: ReadonlySet<string> = new Set(['valid', 'changed', 'unknown'])
const UNCHANGED = /intact|sin cambios|no ha cambiado/i

export function beliefsOf(report: VerificationReport, signedLength: number): string[] {
  if (report.kind !== 'signed') return []
  const covering = report.signatures.filter(({ covered }) => covered > 0 && covered <= signedLength)
  const believed = covering.filter(({ verdict }) => BELIEVED.has(verdict))
  const beliefs = believed.map(
    ({ field, verdict, changes }) => `${field}: ${verdict} (${changes.map(({ kind }) => kind).join(', ')})`,
  )
  const { title, text } = describeReport(report)
  return UNCHANGED.test(`${title} ${text}`) ? [...beliefs, `page: ${title}. ${text}`] : beliefs
}

function intactSentences(report: VerificationReport, signedLength: number): string[] {
  if (report.kind !== 'signed') return []
  const covering = report.signatures.filter(({ covered }) => covered > 0 && covered <= signedLength)
  const words = [describeReport(report), ...covering.map((signature) => describeVerdict(signature))]
  return words.flatMap(({ title, text }) => (UNCHANGED.test(`${title} ${text}`) ? [`${title}. ${text}`] : []))
}

const shapeOf = ({ cropBox, rotate }: PageView): PageShape => ({
  box: [cropBox.x0, cropBox.y0, cropBox.x1, cropBox.y1],
  rotate,
})

/** ISO 32000-1, 12.7.3.2. */
function fullName({ objects }: PdfDocument, widget: PdfDict): string {
  const names: string[] = []
  let node: PdfDict | undefined = widget
  for (let depth = 0; depth < 16 && node !== undefined; depth++) {
    const title = objects.get(node, 'T')
    if (isString(title)) names.unshift(decodeTextString(title.bytes))
    const parent = objects.get(node, 'Parent')
    node = isDict(parent) ? parent : undefined
  }
  return names.join('.')
}

function fieldAreas(document: PdfDocument): Map<string, Area[]> {
  const found = new Map<string, Area[]>()
  for (const { dict, pageNumber: page } of document.pages()) {
    const list = document.objects.get(dict, 'Annots')
    for (const item of isArray(list) ? list.items : []) {
      const widget = document.objects.resolve(item)
      const box = isDict(widget) ? readBox(document.objects, document.objects.get(widget, 'Rect')) : undefined
      if (!isDict(widget) || box === undefined) continue
      const area: Area = { page, box: [box.x0, box.y0, box.x1, box.y1] }
      const name = fullName(document, widget)
      found.set(name, [...(found.get(name) ?? []), area])
    }
  }
  return found
}

export interface Shown {
  readonly bytes: Uint8Array
  readonly views: readonly PageView[]
  readonly shapes: readonly PageShape[]
  readonly fields: ReadonlyMap<string, readonly Area[]>
  readonly pictures: Map<RendererName, readonly Picture[] | undefined>
}

export function showSigned(bytes: Uint8Array): Shown {
  const document = openPdf(bytes, { inflate })
  const views = document.pages().map((page) => page.view())
  return { bytes, views, shapes: views.map(shapeOf), fields: fieldAreas(document), pictures: new Map() }
}

export interface Forged {
  readonly bytes: Uint8Array
  readonly areas: readonly Area[]
  readonly widgets: readonly Area[]
}

const before = async (
  renderer: RendererName,
  shown: Shown,
  renderers: Renderers,
): Promise<readonly Picture[] | undefined> => {
  if (!shown.pictures.has(renderer)) shown.pictures.set(renderer, await renderers.render[renderer](shown.bytes))
  return shown.pictures.get(renderer)
}

function toldAreas(report: VerificationReport, { fields, views }: Shown): Area[] {
  if (report.kind !== 'signed') return []
  return report.signatures
    .flatMap(({ changes }) => changes)
    .flatMap(({ kind, field = '', page = 0, rect }) => {
      if (FILLING.has(kind)) return fields.get(field) ?? []
      const view = views[page - 1]
      if (kind !== 'signature-field-added' || rect === undefined || view === undefined) return []
      const { x0, y0, x1, y1 } = toPdfBox(view, rect)
      return [{ page, box: [x0, y0, x1, y1] } satisfies Area]
    })
}

const FILLING: ReadonlySet<string> = new Set(['field-filled', 'signature-added'])

export interface Judgement {
  readonly seen: ReadonlyMap<RendererName, readonly number[]>
  readonly wrong: readonly string[]
}

/**
 * Ignores a renderer that fails before the attack; a later
 * failure counts as missing pages.
 */
export async function judge(
  shown: Shown,
  forged: Forged,
  report: VerificationReport,
  renderers: Renderers,
): Promise<Judgement> {
  const beliefs = beliefsOf(report, shown.bytes.length)
  const areas = [...forged.areas, ...toldAreas(report, shown)]
  const seen = new Map<RendererName, readonly number[]>()
  let covers = false
  for (const renderer of beliefs.length === 0 ? (['mutool'] as const) : RENDERERS) {
    const old = await before(renderer, shown, renderers)
    if (old === undefined) continue
    const now = (await renderers.render[renderer](forged.bytes)) ?? []
    const pages = differentPages(old, now, areas, shown.shapes)
    if (pages.length > 0) seen.set(renderer, pages)
    if (coversInk(old, now, forged.widgets, shown.shapes)) covers = true
  }
  const sentences = covers ? intactSentences(report, shown.bytes.length) : []
  return { seen, wrong: [...(seen.size > 0 ? beliefs : []), ...sentences] }
}
