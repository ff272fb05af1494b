import { localTime, utcTime } from '../../../platform/local-time.ts'
import type { DocumentEvidence } from '../record/collect-evidence.ts'
import { factsText, kindText } from '../record/describe-entry.ts'
import {
  type CertificatePen,
  COLUMN_WIDTH,
  drawParagraph,
  lineHeight,
  PAGE_MARGIN,
  type TextStyle,
  wrapText,
} from './pen.ts'
import { drawHeading, MUTED_STYLE, SMALL_MUTED, SMALL_STRONG, SMALL_STYLE } from './sections.ts'

/** The bundle has the whole hashes. */
const short = (hash: string | null): string => (hash === null ? '' : `${hash.slice(0, 12)}…`)

type Cell = readonly (readonly [text: string, style: TextStyle])[]
type Texts = readonly (readonly [text: string, style: TextStyle, most: number])[]

interface Column {
  readonly title: string
  readonly x: number
  readonly width: number
  readonly texts: (entry: DocumentEvidence['log'][number], who: string) => Texts
}

const columns: readonly Column[] = [
  { title: 'N.º', x: PAGE_MARGIN, width: 22, texts: ({ number }) => [[String(number), SMALL_STYLE, 1]] },
  {
    title: 'Fecha y hora',
    x: PAGE_MARGIN + 22,
    width: 98,
    texts: ({ happened_at }) => [
      [utcTime(happened_at), SMALL_STYLE, 1],
      [`${localTime(happened_at)} CR`, SMALL_MUTED, 1],
    ],
  },
  {
    title: 'Qué ocurrió y quién lo hizo',
    x: PAGE_MARGIN + 124,
    width: 196,
    texts: (entry, who) => [
      [kindText(entry.kind), SMALL_STRONG, 2],
      [who, SMALL_STYLE, 2],
      [factsText(entry), SMALL_MUTED, 3],
    ],
  },
  {
    title: 'Desde dónde',
    x: PAGE_MARGIN + 326,
    width: 96,
    texts: ({ address, user_agent }) => [
      [address ?? '', SMALL_STYLE, 2],
      [user_agent ?? '', SMALL_MUTED, 3],
    ],
  },
  {
    title: 'Huellas',
    x: PAGE_MARGIN + 428,
    width: COLUMN_WIDTH - 428,
    texts: ({ hash, revision_sha256: file }) => [
      [short(hash), SMALL_STYLE, 1],
      [file === null ? '' : `arch. ${file.slice(0, 7)}…`, SMALL_MUTED, 1],
    ],
  },
]

const writeLogHead = (pen: CertificatePen): void => {
  pen.skip(12)
  const { inside } = pen.structure
  inside('TR', () => {
    for (const { title, x } of columns) inside('TH', () => pen.line(title, x, pen.y, SMALL_MUTED), { scope: 'Column' })
  })
  pen.skip(5)
  pen.rule(pen.y)
}

const cell = (texts: Texts, width: number): Cell =>
  texts.flatMap(([text, style, most]) =>
    text === '' ? [] : wrapText(text, width, style, most).map((line) => [line, style] as const),
  )

const writeCell = (pen: CertificatePen, x: number, lines: Cell): void => {
  let { y } = pen
  for (const [text, style] of lines) {
    y -= lineHeight(style)
    pen.line(text, x, y, style)
  }
}

const heightOf = (lines: Cell): number => lines.reduce((sum, [, style]) => sum + lineHeight(style), 0)

const writeEntry = (pen: CertificatePen, entry: DocumentEvidence['log'][number], who: string): void => {
  const cells = columns.map(({ x, width, texts }) => ({ x, lines: cell(texts(entry, who), width) }))
  const height = Math.max(...cells.map(({ lines }) => heightOf(lines))) + 6
  const { inside, decoration } = pen.structure
  if (pen.reserve(height)) decoration(() => writeLogHead(pen))
  inside('TR', () => {
    for (const { x, lines } of cells) inside('TD', () => writeCell(pen, x, lines))
  })
  pen.skip(height)
  pen.rule(pen.y)
}

/** A row of the table never breaks across pages; a new page repeats the titles. */
export const writeLog = (pen: CertificatePen, { log, actors }: DocumentEvidence): void => {
  drawHeading(pen, 'Registro')
  const how =
    'Cada entrada lleva la huella SHA-256 de la anterior, y la plataforma firma la última: quitar, cambiar o agregar una se nota, también al final. Nombres y direcciones son los que se registraron cuando ocurrió. Las huellas completas y un verificador están en el paquete de evidencia. CR: hora de Costa Rica; arch.: SHA-256 del archivo en ese momento.'
  drawParagraph(pen, how, MUTED_STYLE)
  const { inside } = pen.structure
  inside('Table', () => {
    inside('THead', () => writeLogHead(pen))
    inside('TBody', () => {
      for (const entry of log) writeEntry(pen, entry, actors.textOf(entry))
    })
  })
}
