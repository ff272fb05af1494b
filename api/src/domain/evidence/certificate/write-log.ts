import { localTime, utcTime } from '../../../platform/local-time.ts'
import type { Evidence } from '../record/collect-evidence.ts'
import { factsText, kindText } from '../record/describe-entry.ts'
import { COLUMN, lineHeight, MARGIN, type Pen, paragraph, type Style, wrap } from './pen.ts'
import { heading, MUTED, SMALL, SMALL_MUTED, SMALL_STRONG } from './sections.ts'

/** The bundle has the whole hashes. */
const short = (hash: string | null): string => (hash === null ? '' : `${hash.slice(0, 12)}…`)

type Cell = readonly (readonly [text: string, style: Style])[]
type Texts = readonly (readonly [text: string, style: Style, most: number])[]

interface Column {
  readonly title: string
  readonly x: number
  readonly width: number
  readonly texts: (entry: Evidence['log'][number], who: string) => Texts
}

const columns: readonly Column[] = [
  { title: 'N.º', x: MARGIN, width: 22, texts: ({ number }) => [[String(number), SMALL, 1]] },
  {
    title: 'Fecha y hora',
    x: MARGIN + 22,
    width: 98,
    texts: ({ happened_at }) => [
      [utcTime(happened_at), SMALL, 1],
      [`${localTime(happened_at)} CR`, SMALL_MUTED, 1],
    ],
  },
  {
    title: 'Qué ocurrió y quién lo hizo',
    x: MARGIN + 124,
    width: 196,
    texts: (entry, who) => [
      [kindText(entry.kind), SMALL_STRONG, 2],
      [who, SMALL, 2],
      [factsText(entry), SMALL_MUTED, 3],
    ],
  },
  {
    title: 'Desde dónde',
    x: MARGIN + 326,
    width: 96,
    texts: ({ address, user_agent }) => [
      [address ?? '', SMALL, 2],
      [user_agent ?? '', SMALL_MUTED, 3],
    ],
  },
  {
    title: 'Huellas',
    x: MARGIN + 428,
    width: COLUMN - 428,
    texts: ({ hash, revision_sha256: file }) => [
      [short(hash), SMALL, 1],
      [file === null ? '' : `arch. ${file.slice(0, 7)}…`, SMALL_MUTED, 1],
    ],
  },
]

const writeLogHead = (pen: Pen): void => {
  pen.skip(12)
  for (const { title, x } of columns) pen.line(title, x, pen.y, SMALL_MUTED)
  pen.skip(5)
  pen.rule(pen.y)
}

const cell = (texts: Texts, width: number): Cell =>
  texts.flatMap(([text, style, most]) =>
    text === '' ? [] : wrap(text, width, style, most).map((line) => [line, style] as const),
  )

const writeCell = (pen: Pen, x: number, lines: Cell): void => {
  let { y } = pen
  for (const [text, style] of lines) {
    y -= lineHeight(style)
    pen.line(text, x, y, style)
  }
}

const heightOf = (lines: Cell): number => lines.reduce((sum, [, style]) => sum + lineHeight(style), 0)

const writeEntry = (pen: Pen, entry: Evidence['log'][number], who: string): void => {
  const cells = columns.map(({ x, width, texts }) => ({ x, lines: cell(texts(entry, who), width) }))
  const height = Math.max(...cells.map(({ lines }) => heightOf(lines))) + 6
  if (pen.reserve(height)) writeLogHead(pen)
  for (const { x, lines } of cells) writeCell(pen, x, lines)
  pen.skip(height)
  pen.rule(pen.y)
}

/** A row of the table never breaks across pages; a new page repeats the titles. */
export const writeLog = (pen: Pen, { log, actors }: Evidence): void => {
  heading(pen, 'Registro')
  const how =
    'Cada entrada lleva la huella SHA-256 de la anterior, y la plataforma firma la última: quitar, cambiar o agregar una se nota, también al final. Nombres y direcciones son los que se registraron cuando ocurrió. Las huellas completas y un verificador están en el paquete de evidencia. CR: hora de Costa Rica; arch.: SHA-256 del archivo en ese momento.'
  paragraph(pen, how, MUTED)
  writeLogHead(pen)
  for (const entry of log) writeEntry(pen, entry, actors.textOf(entry))
}
