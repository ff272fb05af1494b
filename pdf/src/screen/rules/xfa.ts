import { decodeLatin1 } from '../../syntax/index.ts'
import {
  isLooseArray,
  isLooseDict,
  isLooseStream,
  isLooseString,
  type LooseDict,
  type LooseObject,
} from '../loose-objects.ts'
import type { DocumentWalk } from '../walk-objects.ts'
import type { ScreenRule } from './rule.ts'

const DEEPEST = 20
/** Bytes of one page. */
const CONTENT_READ = 64 * 1024
const FIELD = /<field\b/g
/** The form has no pages (XFA 3.3, dynamicRender). */
const DYNAMIC = /<dynamicRender>\s*required/
/** Adobe's page in the place of a dynamic form, without spaces. */
const PLACEHOLDER = /pleasewait|adobe\.com\/(?:go\/)?(?:reader_?download|acrreader|support\/products\/acrreader)/i

/** Packets are one stream, or names and streams. */
const packetsOf = (form: LooseDict, walk: DocumentWalk): readonly LooseObject[] =>
  walk.get(form, 'XFA').flatMap((value) => (isLooseArray(value) ? walk.resolve(value.items) : [value]))

const kidsOf = (dict: LooseDict, key: string, walk: DocumentWalk): LooseDict[] =>
  walk
    .get(dict, key)
    .flatMap((value) => (isLooseArray(value) ? walk.resolve(value.items) : []))
    .filter(isLooseDict)

const hasArea = (dict: LooseDict, walk: DocumentWalk): boolean =>
  walk.get(dict, 'Rect').some((rect) => {
    const [x1, y1, x2, y2] = isLooseArray(rect) ? walk.resolve(rect.items) : []
    const areNumbers = [x1, y1, x2, y2].every((value) => typeof value === 'number')
    return areNumbers && x1 !== x2 && y1 !== y2
  })

const countWidgets = (node: LooseDict, walk: DocumentWalk, depth = 0): number => {
  const kids = depth < DEEPEST ? kidsOf(node, depth === 0 ? 'Fields' : 'Kids', walk) : []
  return kids.reduce((sum, kid) => sum + countWidgets(kid, walk, depth + 1), depth > 0 && hasArea(node, walk) ? 1 : 0)
}

const contentsOf = (page: LooseDict, walk: DocumentWalk): string =>
  walk
    .get(page, 'Contents')
    .flatMap((value) => (isLooseArray(value) ? walk.resolve(value.items) : [value]))
    .map((value) =>
      isLooseStream(value) ? decodeLatin1((walk.data(value) ?? new Uint8Array()).subarray(0, CONTENT_READ)) : '',
    )
    .join(' ')

/** Text of literal strings, as far as a font keeps letters. */
const shownText = (content: string): string =>
  [...content.matchAll(/\(((?:[^()\\]|\\.)*)\)/gs)].map(([, text = '']) => text.replace(/[\s\\]/g, '')).join('')

const isPlaceholder = (page: LooseDict, walk: DocumentWalk): boolean =>
  PLACEHOLDER.test(shownText(contentsOf(page, walk)))

const saysSo = (dict: LooseDict, walk: DocumentWalk): boolean =>
  walk.get(dict, 'NeedsRendering').includes(true) ||
  (walk.names(dict, 'Type').includes('Page') && isPlaceholder(dict, walk))

const madeByViewer = new WeakMap<DocumentWalk, boolean>()

/** The catalog or a placeholder says so. Walks once. */
const isMadeByViewer = (walk: DocumentWalk): boolean => {
  const known = madeByViewer.get(walk)
  if (known !== undefined) return known
  let made = false
  for (const { object } of walk.objects()) made ||= isLooseDict(object) && saysSo(object, walk)
  madeByViewer.set(walk, made)
  return made
}

const readPackets = (form: LooseDict, walk: DocumentWalk): string | undefined => {
  let text = ''
  for (const packet of packetsOf(form, walk)) {
    if (isLooseString(packet)) continue
    const data = isLooseStream(packet) ? walk.data(packet) : undefined
    if (data === undefined) return undefined
    text += decodeLatin1(data)
  }
  return text
}

/** The pages show the whole form: half of its fields, at least. */
const isHybrid = (form: LooseDict, walk: DocumentWalk): boolean => {
  const widgets = countWidgets(form, walk)
  const packets = widgets === 0 ? undefined : readPackets(form, walk)
  if (packets === undefined || DYNAMIC.test(packets)) return false
  return widgets * 2 >= (packets.match(FIELD)?.length ?? 0) && !isMadeByViewer(walk)
}

/**
 * XFA is a second document with scripts, which some viewers
 * show in place of the pages (12.7.8). Without it, the fields of
 * a hybrid form remain.
 */
export const xfaRule: ScreenRule = {
  code: 'PDF_XFA',
  remove: (dict, walk) => (isHybrid(dict, walk) ? { kind: 'entries', paths: [['XFA']] } : undefined),
  dict: (dict, walk) => (walk.get(dict, 'XFA').some((value) => value !== null) ? '/XFA' : undefined),
}
