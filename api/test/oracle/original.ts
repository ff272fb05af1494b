import type { Random } from './random.ts'
import { Objects, writeStreamFile, writeTableFile } from './write-original.ts'

export const PARTS = [
  'image',
  'form',
  'transparency',
  'pattern',
  'shading',
  'separation',
  'layer',
  'type3',
  'fields',
  'notes',
  'named',
] as const
type Part = (typeof PARTS)[number]

export interface Design {
  readonly xref: 'table' | 'stream'
  readonly pages: number
  readonly rotate: 0 | 90
  /** Resources, size and rotation are inherited. */
  readonly inherit: boolean
  readonly dangling: boolean
  readonly indirect: boolean
  readonly parts: readonly Part[]
  /** How the upload becomes the document that people sign. */
  readonly upload: Upload
}

export type Upload = 'as-is' | 'repaired' | 'cleaned' | 'template'

export function chooseDesign(random: Random): Design {
  return {
    xref: random.pick(['table', 'stream']),
    pages: 1 + random.below(3),
    rotate: random.chance(0.25) ? 90 : 0,
    inherit: random.chance(0.4),
    dangling: random.chance(0.3),
    indirect: random.chance(0.4),
    parts: PARTS.filter((part) => part === 'fields' || random.chance(0.7)),
    upload: random.chance(0.6) ? 'as-is' : random.pick(['repaired', 'cleaned', 'template']),
  }
}

interface Drawing {
  readonly content: string[]
  readonly xobjects: string[]
  readonly others: string[]
}

const form = (box: string, more = ''): string => `/Type /XObject /Subtype /Form /BBox [${box}] ${more}`

type Draw = (objects: Objects, drawing: Drawing) => void

const drawings: Readonly<Partial<Record<Part, Draw>>> = {
  image: (objects, { content, xobjects }) => {
    const data = Array.from({ length: 64 }, (_, at) => ((at * 37) % 256).toString(16).padStart(2, '0')).join('')
    const image = objects.stream(
      '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /ASCIIHexDecode',
      `${data}>`,
    )
    xobjects.push(`/Im1 ${image} 0 R`)
    content.push('q 40 0 0 40 20 140 cm /Im1 Do Q')
  },
  form: (objects, { content, xobjects }) => {
    const inner = objects.stream(form('0 0 20 20'), '0 0.4 0.8 rg 2 2 16 16 re f')
    const outer = objects.stream(
      form('0 0 40 40', `/Resources <</XObject <</In ${inner} 0 R>>>>`),
      '0.8 g 0 0 40 40 re f q 1 0 0 1 10 10 cm /In Do Q',
    )
    // /N permits use as field appearances.
    xobjects.push(`/N ${outer} 0 R`)
    content.push('q 1 0 0 1 70 140 cm /N Do Q')
  },
  transparency: (objects, { content, others }) => {
    others.push(`/ExtGState <</G1 ${objects.add('<</Type /ExtGState /ca 0.5>>')} 0 R>>`)
    content.push('q /G1 gs 1 0 0 rg 120 140 40 40 re f Q')
  },
  pattern: (objects, { content, others }) => {
    const pattern = objects.stream(
      '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep 10 /YStep 10 /Resources <<>>',
      '0 0.6 0 rg 0 0 6 6 re f',
    )
    others.push(`/Pattern <</P1 ${pattern} 0 R>>`)
    content.push('q /Pattern cs /P1 scn 20 95 40 35 re f Q')
  },
  shading: (objects, { content, others }) => {
    const ramp = objects.add('<</FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1>>')
    const shading = objects.add(
      `<</ShadingType 2 /ColorSpace /DeviceRGB /Coords [70 0 110 0] /Function ${ramp} 0 R /Extend [true true]>>`,
    )
    others.push(`/Shading <</S1 ${shading} 0 R>>`)
    content.push('q 70 95 40 35 re W n /S1 sh Q')
  },
  separation: (objects, { content, others }) => {
    const tint = objects.add('<</FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [0.5 0 0.5] /N 1>>')
    const space = objects.add(`[/Separation /Tinta /DeviceRGB ${tint} 0 R]`)
    others.push(`/ColorSpace <</CS1 ${space} 0 R>>`)
    content.push('q /CS1 cs 1 scn 120 95 40 35 re f Q')
  },
  // Updates set these keys elsewhere.
  named: (objects, { content, xobjects }) => {
    const names = ['V', 'AP', 'AS', 'M', 'RV', 'F', 'DR', 'SigFlags', 'DSS', 'Metadata', 'Extensions', 'Tabs']
    names.forEach((each, index) => {
      xobjects.push(`/${each} ${objects.stream(form('0 0 8 8'), `0.${index % 10} 0.5 0.2 rg 0 0 8 8 re f`)} 0 R`)
      content.push(`q 1 0 0 1 ${20 + index * 11} 44 cm /${each} Do Q`)
    })
  },
  type3: (objects, { content, others }) => {
    const glyph = objects.stream('', '1000 0 0 0 800 800 d1 0 0 800 800 re f')
    const font = objects.add(
      `<</Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs <</a ${glyph} 0 R>> /Encoding <</Type /Encoding /Differences [97 /a]>> /FirstChar 97 /LastChar 97 /Widths [1000] /Resources <<>>>>`,
    )
    others.push(`/Type3 ${font} 0 R`)
    content.push('BT /F3 20 Tf 120 60 Td (aaa) Tj ET')
  },
}

/** @returns the catalog's /OCProperties */
function addLayer(objects: Objects, { content, xobjects, others }: Drawing, isIndirect: boolean): string {
  // Readers differ on whether this needs the configuration.
  const usage = isIndirect ? '/Usage <</View <</ViewState /OFF>>>>' : ''
  const layer = objects.add(`<</Type /OCG /Name (Anexo) ${usage}>>`)
  const drawn = objects.stream(form('0 0 30 30', `/OC ${layer} 0 R`), '0.9 0.6 0 rg 0 0 30 30 re f')
  xobjects.push(`/Oc ${drawn} 0 R`)
  others.push(`/Properties <</MC0 ${layer} 0 R>>`)
  content.push('/OC /MC0 BDC 0 0 1 rg 20 55 30 30 re f EMC q 1 0 0 1 70 55 cm /Oc Do Q')
  const config = objects.add(`<</Order [${layer} 0 R] /ON [${layer} 0 R] /OFF []>>`)
  return `/OCProperties ${objects.add(`<</OCGs [${layer} 0 R] /D ${config} 0 R>>`)} 0 R`
}

interface Widgets {
  readonly annots: number[]
  readonly fields: number[]
}

function addFields(objects: Objects, page: number, { annots, fields }: Widgets): void {
  const text = objects.stream(form('0 0 70 16'), '0.9 g 0 0 70 16 re f 0 g 4 4 30 8 re f')
  const on = objects.stream(form('0 0 14 14'), '0 g 2 2 10 10 re f')
  const off = objects.stream(form('0 0 14 14'), '0.9 g 0 0 14 14 re f')
  const empty = objects.stream(form('0 0 1 1'), '')
  const widget = `/Type /Annot /Subtype /Widget /F 4 /P ${page} 0 R`
  const added = [
    objects.add(`<<${widget} /FT /Tx /T (monto) /V (1000) /Rect [20 20 90 36] /AP <</N ${text} 0 R>>>>`),
    objects.add(
      `<<${widget} /FT /Btn /T (acepto) /V /Off /AS /Off /Rect [95 20 109 34] /AP <</N <</On ${on} 0 R /Off ${off} 0 R>>>>>>`,
    ),
    objects.add(`<<${widget} /FT /Sig /T (libre) /Rect [20 2 60 14] /AP <</N ${empty} 0 R>>>>`),
  ]
  annots.push(...added)
  fields.push(...added)
}

/** The order is visible. */
function addNotes(objects: Objects, annots: number[]): void {
  const square = (colour: string, rect: string): number => {
    const look = objects.stream(form('0 0 30 20'), `${colour} rg 0 0 30 20 re f`)
    return objects.add(`<</Type /Annot /Subtype /Square /F 4 /Rect [${rect}] /AP <</N ${look} 0 R>> /Contents (Nota)>>`)
  }
  annots.push(square('1 1 0', '115 15 145 35'), square('0 1 1', '130 20 160 40'))
}

function addResources(objects: Objects, { xobjects, others }: Drawing): number {
  const font = objects.add('<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>')
  const type3 = others.find((entry) => entry.startsWith('/Type3'))?.slice(7)
  const fonts = objects.add(`<</F1 ${font} 0 R ${type3 === undefined ? '' : `/F3 ${type3}`}>>`)
  const drawn = objects.add(`<<${xobjects.join(' ')}>>`)
  const rest = others.filter((entry) => !entry.startsWith('/Type3')).join(' ')
  return objects.add(`<</Font ${fonts} 0 R /XObject ${drawn} 0 R ${rest}>>`)
}

function addContents(objects: Objects, design: Design, drawing: Drawing, title: string): string {
  const write = (text: string): number => {
    if (!design.indirect) return objects.stream('', text)
    const length = objects.reserve()
    objects.put(length, String(text.length))
    return objects.stream('', text, length)
  }
  const parts = [write(`BT /F1 14 Tf 20 200 Td (${title}) Tj ET`), write(drawing.content.join('\n'))]
  if (design.dangling) parts.push(objects.reserve())
  const list = `[${parts.map((num) => `${num} 0 R`).join(' ')}]`
  return design.indirect ? `${objects.add(list)} 0 R` : list
}

function addDangling(objects: Objects, { content, xobjects }: Drawing): void {
  const outer = objects.stream(form('0 0 30 30', `/Resources <</XObject ${objects.reserve()} 0 R>>`), '/Lost Do')
  xobjects.push(`/Gone ${objects.reserve()} 0 R`, `/Hollow ${outer} 0 R`)
  content.push('q 1 0 0 1 165 140 cm /Gone Do Q q 1 0 0 1 165 60 cm /Hollow Do Q')
}

const PAGE_BOX = [0, 0, 200, 240] as const

function buildObjects(objects: Objects, design: Design): number {
  const tree = objects.reserve()
  const pages = Array.from({ length: design.pages }, () => objects.reserve())
  const [first = 0] = pages
  const drawing: Drawing = { content: [], xobjects: [], others: [] }
  const widgets: Widgets = { annots: [], fields: [] }
  for (const part of design.parts) drawings[part]?.(objects, drawing)
  const layers = design.parts.includes('layer') ? addLayer(objects, drawing, design.indirect) : ''
  if (design.dangling) addDangling(objects, drawing)
  addFields(objects, first, widgets)
  if (design.parts.includes('notes')) addNotes(objects, widgets.annots)
  if (design.dangling) widgets.annots.push(objects.reserve())
  const shared = `/MediaBox [${PAGE_BOX.join(' ')}] /Rotate ${design.rotate} /Resources ${addResources(objects, drawing)} 0 R`
  pages.forEach((page, index) => {
    const contents = addContents(objects, design, drawing, `Monto ${index + 1}: 1 000`)
    const list = `[${(index === 0 ? widgets.annots : []).map((num) => `${num} 0 R`).join(' ')}]`
    const annots = design.indirect ? `${objects.add(list)} 0 R` : list
    const own = design.inherit ? '' : shared
    objects.put(page, `<</Type /Page /Parent ${tree} 0 R ${own} /Contents ${contents} /Annots ${annots}>>`)
  })
  const kids = pages.map((page) => `${page} 0 R`).join(' ')
  objects.put(tree, `<</Type /Pages /Kids [${kids}] /Count ${design.pages} ${design.inherit ? shared : ''}>>`)
  const form = objects.add(`<</Fields [${widgets.fields.map((num) => `${num} 0 R`).join(' ')}] /DA (/F1 10 Tf 0 g)>>`)
  const xmp = objects.stream('/Type /Metadata /Subtype /XML', '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
  return objects.add(
    `<</Type /Catalog /Pages ${tree} 0 R /AcroForm ${form} 0 R /Metadata ${xmp} 0 R ${layers} /PageMode /UseNone>>`,
  )
}

export function buildOriginal(design: Design): Uint8Array {
  const objects = new Objects()
  const catalog = buildObjects(objects, design)
  const info = objects.add('<</Producer (prueba) /CreationDate (D:20260101000000Z)>>')
  const trailer = `/Root ${catalog} 0 R /Info ${info} 0 R /ID [<30313233343536373839616263646566> <30313233343536373839616263646566>]`
  return design.xref === 'table' ? writeTableFile(objects, trailer) : writeStreamFile(objects, trailer)
}
