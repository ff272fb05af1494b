import { deflateSync } from 'node:zlib'
import { markOf, PAGE } from './mark.ts'

interface PageImage {
  readonly entries: string
  readonly data: Buffer
}

export interface ComposedPage {
  /** Content stream operators; the font is /F1. */
  readonly content: string
  readonly image?: PageImage
}

export interface ComposeOptions {
  readonly compressed?: boolean
}

/** Children per page-tree node; keeps the tree balanced. */
const FAN_OUT = 10
const CATALOG = 1
const ROOT = 2
const FONT = 3

const stream = (entries: string, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${data.length} >>\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream'),
  ])

const groupsOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, group) => items.slice(group * size, (group + 1) * size))

interface Node {
  readonly id: number
  readonly pages: number
  readonly body: (parent: number) => string
}

class Objects {
  private readonly bodies = new Map<number, Buffer>()
  private last = FONT

  add(make: (id: number) => Buffer | string): number {
    this.last += 1
    this.set(this.last, make(this.last))
    return this.last
  }

  reserve(): number {
    this.last += 1
    return this.last
  }

  set(id: number, body: Buffer | string): void {
    this.bodies.set(id, Buffer.isBuffer(body) ? body : Buffer.from(body, 'latin1'))
  }

  inOrder(): [number, Buffer][] {
    return [...this.bodies].sort(([a], [b]) => a - b)
  }
}

const addPage = (objects: Objects, page: ComposedPage, number: number, compressed: boolean): Node => {
  const id = objects.reserve()
  const operators = Buffer.from(
    [page.image ? `q ${PAGE.width} 0 0 ${PAGE.height} 0 0 cm /Im Do Q` : '', page.content, markOf(number)].join('\n'),
    'latin1',
  )
  const content = objects.add(() =>
    compressed ? stream('/Filter /FlateDecode', deflateSync(operators)) : stream('', operators),
  )
  const { image } = page
  const picture = image && objects.add(() => stream(`/Type /XObject /Subtype /Image ${image.entries}`, image.data))
  const resources = `/Font << /F1 ${FONT} 0 R >>${picture ? ` /XObject << /Im ${picture} 0 R >>` : ''}`
  const body = (parent: number) =>
    `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
    `/Resources << ${resources} >> /Contents ${content} 0 R >>`
  return { id, pages: 1, body }
}

const addTree = (objects: Objects, leaves: readonly Node[]): void => {
  let level = leaves
  while (level.length > FAN_OUT)
    level = groupsOf(level, FAN_OUT).map((kids) => addNode(objects, objects.reserve(), kids))
  const root = addNode(objects, ROOT, level)
  objects.set(ROOT, root.body(0))
}

const addNode = (objects: Objects, id: number, kids: readonly Node[]): Node => {
  for (const kid of kids) objects.set(kid.id, kid.body(id))
  const pages = kids.reduce((sum, kid) => sum + kid.pages, 0)
  const references = kids.map((kid) => `${kid.id} 0 R`).join(' ')
  const body = (parent: number) =>
    `<< /Type /Pages /Count ${pages} /Kids [${references}]${parent > 0 ? ` /Parent ${parent} 0 R` : ''} >>`
  return { id, pages, body }
}

const serialise = (objects: readonly [number, Buffer][]): Buffer => {
  const parts: Buffer[] = []
  let length = 0
  const write = (part: Buffer | string) => {
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(part, 'latin1')
    parts.push(bytes)
    length += bytes.length
  }
  write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  const rows = objects.map(([id, body]) => {
    const row = `${String(length).padStart(10, '0')} 00000 n \n`
    write(`${id} 0 obj\n`)
    write(body)
    write('\nendobj\n')
    return row
  })
  const xref = length
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`)
  write(`trailer\n<< /Size ${objects.length + 1} /Root ${CATALOG} 0 R >>\nstartxref\n${xref}\n%%EOF\n`)
  return Buffer.concat(parts)
}

/** A4 pages. Output is deterministic. */
export const composePdf = (pages: readonly ComposedPage[], { compressed = true }: ComposeOptions = {}): Buffer => {
  const objects = new Objects()
  objects.set(CATALOG, `<< /Type /Catalog /Pages ${ROOT} 0 R >>`)
  objects.set(FONT, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  addTree(
    objects,
    pages.map((page, index) => addPage(objects, page, index + 1, compressed)),
  )
  return serialise(objects.inOrder())
}
