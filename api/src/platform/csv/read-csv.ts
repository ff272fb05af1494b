import { CsvError, parse } from 'csv-parse/sync'
import { BULK_COLUMNS_MAX, BULK_ROWS_MAX } from 'shared/contract/bulk'
import { ApiError } from '../http/api-error.ts'

/** Excel in Spanish writes semicolons, because the comma is its decimal sign. */
export const CSV_SEPARATORS = [',', ';', '\t'] as const
type Separator = (typeof CSV_SEPARATORS)[number]

export interface CsvRow {
  /** As a spreadsheet counts, from 1. */
  readonly number: number
  readonly cells: readonly string[]
}

/** `columns`: titles, from the first row that is not blank. */
export interface CsvTable {
  readonly separator: Separator
  readonly columns: readonly string[]
  readonly rows: readonly CsvRow[]
}

/** A first line for Excel alone that names the separator; it is no row of the spreadsheet. */
const SEP_LINE = /^sep=([,;\t])\r?(?:\n|$)/i
/** Characters of a record. A quote that is never closed would read the rest of the file as one cell. */
const RECORD_MAX = 50_000

const countIn = (line: string, separator: Separator): number =>
  line.replace(/"(?:[^"]|"")*"/g, '').split(separator).length

/** By the first line that is not blank; quoted cells do not count. */
const guessSeparator = (text: string): Separator => {
  const [line = ''] = text.trimStart().split(/\r\n|\n|\r/, 1)
  return CSV_SEPARATORS.reduce((best, next) => (countIn(line, next) > countIn(line, best) ? next : best))
}

const malformed = (error: CsvError): ApiError => {
  const line = typeof error.lines === 'number' ? error.lines : undefined
  const where = line === undefined ? '' : ` cerca de la línea ${line}`
  return new ApiError('CSV_UNREADABLE', {
    message: `Las comillas del archivo no cuadran${where}. Corrígelas o guarda de nuevo el CSV desde tu hoja de cálculo.`,
    cause: error,
  })
}

const parseRecords = (text: string, separator: Separator): string[][] => {
  try {
    return parse(text, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: RECORD_MAX,
      to: 2 * BULK_ROWS_MAX,
    })
  } catch (error) {
    if (error instanceof CsvError) throw malformed(error)
    throw error
  }
}

const isBlank = ({ cells }: CsvRow): boolean => cells.every((cell) => cell.trim() === '')

/**
 * Parses RFC 4180 with any line ending. Blank rows are skipped but numbered, so that numbers agree with the
 * spreadsheet.
 *
 * @throws ApiError CSV_UNREADABLE, CSV_ROWS_EXCEEDED
 */
export const readCsv = (text: string): CsvTable => {
  const [marker = '', own] = SEP_LINE.exec(text) ?? []
  const body = text.slice(marker.length)
  const separator = CSV_SEPARATORS.find((known) => known === own) ?? guessSeparator(body)
  const numbered = parseRecords(body, separator).map((cells, index) => ({ number: index + 1, cells }))
  const [header, ...rows] = numbered.filter((row) => !isBlank(row))
  if (header === undefined || rows.length === 0)
    throw new ApiError('CSV_UNREADABLE', {
      message: 'El archivo necesita una fila de títulos y al menos una fila de datos.',
    })
  if (header.cells.length > BULK_COLUMNS_MAX)
    throw new ApiError('CSV_UNREADABLE', { message: `El archivo tiene más de ${BULK_COLUMNS_MAX} columnas.` })
  if (rows.length > BULK_ROWS_MAX) throw new ApiError('CSV_ROWS_EXCEEDED')
  return { separator, columns: header.cells.map((cell) => cell.trim()), rows }
}
