import { localTime, utcTime } from '../../../platform/local-time.ts'
import type { Evidence } from '../record/collect-evidence.ts'
import { factsText, kindText } from '../record/describe-entry.ts'
import { COLUMN, lineHeight, MARGIN, type Pen, paragraph, type Style, wrap } from './pen.ts'
import { heading, MUTED, SMALL, SMALL_MUTED, SMALL_STRONG } from './sections.ts'

const columns = {
  number: { x: MARGIN, width: 22 },
  time: { x: MARGIN + 22, width: 98 },
  event: { x: MARGIN + 124, width: 196 },
  origin: { x: MARGIN + 326, width: 96 },
  hash: { x: MARGIN + 428, width: COLUMN - 428 },
} as const

const writeLogHead = (pen: Pen): void => {
  pen.skip(12)
  pen.line('N.º', columns.number.x, pen.y, SMALL_MUTED)
  pen.line('Fecha y hora', columns.time.x, pen.y, SMALL_MUTED)
  pen.line('Qué ocurrió y quién lo hizo', columns.event.x, pen.y, SMALL_MUTED)
  pen.line('Desde dónde', columns.origin.x, pen.y, SMALL_MUTED)
  pen.line('Huellas', columns.hash.x, pen.y, SMALL_MUTED)
  pen.skip(5)
  pen.rule(pen.y)
}

const short = (hash: string | null): string => (hash === null ? '' : `${hash.slice(0, 12)}…`)

type Cell = readonly (readonly [text: string, style: Style])[]

const cell = (texts: readonly (readonly [text: string, style: Style, most: number])[], width: number): Cell =>
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

type Texts = Parameters<typeof cell>[0]

const textsOf = (entry: Evidence['log'][number], who: string): Record<keyof typeof columns, Texts> => ({
  number: [[String(entry.number), SMALL, 1]],
  time: [
    [utcTime(entry.happened_at), SMALL, 1],
    [`${localTime(entry.happened_at)} CR`, SMALL_MUTED, 1],
  ],
  event: [
    [kindText(entry.kind), SMALL_STRONG, 2],
    [who, SMALL, 2],
    [factsText(entry), SMALL_MUTED, 3],
  ],
  origin: [
    [entry.address ?? '', SMALL, 2],
    [entry.user_agent ?? '', SMALL_MUTED, 3],
  ],
  hash: [
    [short(entry.hash), SMALL, 1],
    [entry.revision_sha256 === null ? '' : `arch. ${entry.revision_sha256.slice(0, 7)}…`, SMALL_MUTED, 1],
  ],
})

const writeEntry = (pen: Pen, entry: Evidence['log'][number], who: string): void => {
  const texts = textsOf(entry, who)
  const { number, time, event, origin, hash } = columns
  const cells: readonly (readonly [x: number, lines: Cell])[] = [
    [number.x, cell(texts.number, number.width)],
    [time.x, cell(texts.time, time.width)],
    [event.x, cell(texts.event, event.width)],
    [origin.x, cell(texts.origin, origin.width)],
    [hash.x, cell(texts.hash, hash.width)],
  ]
  const height = Math.max(...cells.map(([, lines]) => heightOf(lines))) + 6
  if (pen.reserve(height)) writeLogHead(pen)
  for (const [x, lines] of cells) writeCell(pen, x, lines)
  pen.skip(height)
  pen.rule(pen.y)
}

export const writeLog = (pen: Pen, { log, actors }: Evidence): void => {
  heading(pen, 'Registro')
  const how =
    'Cada entrada lleva la huella SHA-256 de la anterior, y la plataforma firma la última: quitar, cambiar o agregar una se nota, también al final. Nombres y direcciones son los que se registraron cuando ocurrió. Las huellas completas y un verificador están en el paquete de evidencia. CR: hora de Costa Rica; arch.: SHA-256 del archivo en ese momento.'
  paragraph(pen, how, MUTED)
  writeLogHead(pen)
  for (const entry of log) writeEntry(pen, entry, actors.textOf(entry))
}
