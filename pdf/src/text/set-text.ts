import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { Glyph, Subset } from 'fontkit'
import {
  asciiBytes,
  formatObject,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  pdfStream,
  pdfString,
  roundPoints,
  textString,
} from '../syntax/index.ts'
import type { ObjectSink } from '../write/new-document.ts'
import { type FaceName, loadFace } from './load-font.ts'
import type { PlacedGlyph, ShapedLine, ShapedRun } from './shape-text.ts'

/** Points. */
export interface LinePlace {
  readonly x: number
  /** Of the baseline. */
  readonly y: number
  readonly size: number
}

/**
 * Sets lines in font subsets (ISO 32000-1, 9.7).
 * Call `fonts` last: subsets hold only glyphs already set.
 */
export interface TextSetter {
  set(line: ShapedLine, place: LinePlace): string
  /** Adds the subsets; returns the /Font resources. */
  fonts(sink: ObjectSink): Readonly<Record<string, PdfObject>>
}

interface UsedFace {
  readonly face: FaceName
  readonly resource: string
  readonly subset: Subset
  /** By code in the subset; 0 is the missing glyph. */
  readonly glyphs: Map<number, Glyph>
}

/** In thousandths of the font size, as in /W. */
const widthOf = (face: FaceName, glyph: Glyph): number =>
  roundPoints((glyph.advanceWidth * 1000) / loadFace(face).font.unitsPerEm)

const hex = (code: number): string => code.toString(16).padStart(4, '0')

const spelling = ({ glyphs }: ShapedRun): string =>
  glyphs.map(({ glyph }) => String.fromCodePoint(...glyph.codePoints)).join('')

const glyphCode = (used: UsedFace, glyph: Glyph): number => {
  // The types say boolean; it is the code in the subset.
  const code = Number(used.subset.includeGlyph(glyph))
  used.glyphs.set(code, glyph)
  return code
}

const showGlyphs = (used: UsedFace, glyphs: readonly PlacedGlyph[]): string => {
  const parts: string[] = []
  let carried = 0
  for (const { glyph, advance, shift } of glyphs) {
    const before = roundPoints(carried + shift.x)
    if (before !== 0) parts.push(String(-before))
    parts.push(`<${hex(glyphCode(used, glyph))}>`)
    carried = advance - widthOf(used.face, glyph) - shift.x
  }
  const after = roundPoints(carried)
  if (after !== 0) parts.push(String(-after))
  return `[${parts.join(' ')}] TJ`
}

const showRun = (used: UsedFace, run: ShapedRun, size: number): string => {
  const operators = [`/${used.resource} ${roundPoints(size)} Tf`]
  let rise = 0
  let level: PlacedGlyph[] = []
  const flush = (): void => {
    if (level.length > 0) operators.push(showGlyphs(used, level))
    level = []
  }
  for (const placed of run.glyphs) {
    const next = roundPoints((placed.shift.y * size) / 1000)
    if (next !== rise) {
      flush()
      operators.push(`${next} Ts`)
      rise = next
    }
    level.push(placed)
  }
  flush()
  if (rise !== 0) operators.push('0 Ts')
  return operators.join('\n')
}

/** Adds ActualText if glyph order differs from text order (14.9.4). */
const spoken = (run: ShapedRun, operators: string): string => {
  if (run.isRightToLeft || spelling(run) === run.text) return operators
  const actual = pdfDict({ ActualText: textString(run.text) })
  return `/Span ${formatObject(actual)} BDC\n${operators}\nEMC`
}

/** Subset tag: six capital letters (9.6.4). */
const tagOf = ({ face, glyphs }: UsedFace): string => {
  const digest = createHash('sha256')
    .update(JSON.stringify([face, ...[...glyphs.values()].map(({ id }) => id)]))
    .digest()
  return [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26))).join('')
}

/** Mappings in one `beginbfchar` (ISO 32000-1, 9.10.3). */
const BLOCK = 100

/** ToUnicode CMap (9.10.3). */
const toUnicode = ({ glyphs }: UsedFace): Uint8Array => {
  const lines = [...glyphs].map(([code, glyph]) => {
    const utf16 = Buffer.from(String.fromCodePoint(...glyph.codePoints), 'utf16le')
      .swap16()
      .toString('hex')
    return `<${hex(code)}> <${utf16}>`
  })
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at += BLOCK) {
    const block = lines.slice(at, at + BLOCK)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return asciiBytes(`/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`)
}

const compressed = (entries: Record<string, PdfObject>, data: Uint8Array): PdfObject =>
  pdfStream(pdfDict({ ...entries, Filter: pdfName('FlateDecode') }), new Uint8Array(deflateSync(data)))

/** Font flag (ISO 32000-1, table 123). */
const SYMBOLIC = 4
/** /StemV, which the font files do not state. */
const STEM = 80

const addDescriptor = (sink: ObjectSink, used: UsedFace, fontName: string): PdfRef => {
  const { font, outlines } = loadFace(used.face)
  const scaled = (value: number): number => Math.round((value * 1000) / font.unitsPerEm)
  const program = used.subset.encode()
  const file =
    outlines === 'cff'
      ? { FontFile3: sink.add(compressed({ Subtype: pdfName('CIDFontType0C') }, program)) }
      : { FontFile2: sink.add(compressed({ Length1: program.length }, program)) }
  return sink.add(
    pdfDict({
      Type: pdfName('FontDescriptor'),
      FontName: pdfName(fontName),
      Flags: SYMBOLIC,
      FontBBox: pdfArray([font.bbox.minX, font.bbox.minY, font.bbox.maxX, font.bbox.maxY].map(scaled)),
      ItalicAngle: 0,
      Ascent: scaled(font.ascent),
      Descent: scaled(font.descent),
      CapHeight: scaled(Number.isFinite(font.capHeight) ? font.capHeight : font.ascent),
      StemV: STEM,
      ...file,
    }),
  )
}

const addFont = (sink: ObjectSink, used: UsedFace): PdfRef => {
  const { name: faceName, outlines } = loadFace(used.face)
  const fontName = `${tagOf(used)}+${faceName}`
  const widths = [...used.glyphs].flatMap(([code, glyph]) => [code, pdfArray([widthOf(used.face, glyph)])])
  const descendant = sink.add(
    pdfDict({
      Type: pdfName('Font'),
      Subtype: pdfName(outlines === 'cff' ? 'CIDFontType0' : 'CIDFontType2'),
      BaseFont: pdfName(fontName),
      CIDSystemInfo: pdfDict({
        Registry: pdfString(asciiBytes('Adobe')),
        Ordering: pdfString(asciiBytes('Identity')),
        Supplement: 0,
      }),
      FontDescriptor: addDescriptor(sink, used, fontName),
      W: pdfArray(widths),
      CIDToGIDMap: outlines === 'cff' ? undefined : pdfName('Identity'),
    }),
  )
  return sink.add(
    pdfDict({
      Type: pdfName('Font'),
      Subtype: pdfName('Type0'),
      BaseFont: pdfName(fontName),
      Encoding: pdfName('Identity-H'),
      DescendantFonts: pdfArray([descendant]),
      ToUnicode: sink.add(compressed({}, toUnicode(used))),
    }),
  )
}

/** One setter for each document: every face is embedded once. */
export const createTextSetter = (): TextSetter => {
  const faces = new Map<FaceName, UsedFace>()
  const use = (face: FaceName): UsedFace => {
    const known = faces.get(face)
    if (known !== undefined) return known
    const subset = loadFace(face).font.createSubset()
    const used = { face, resource: `T${faces.size + 1}`, subset, glyphs: new Map<number, Glyph>() }
    faces.set(face, used)
    return used
  }
  return {
    set: ({ runs }, { x, y, size }) => {
      const shown = runs.map((run) => spoken(run, showRun(use(run.face), run, size)))
      return `BT\n1 0 0 1 ${roundPoints(x)} ${roundPoints(y)} Tm\n${shown.join('\n')}\nET`
    },
    fonts: (sink) => Object.fromEntries([...faces.values()].map((used) => [used.resource, addFont(sink, used)])),
  }
}
