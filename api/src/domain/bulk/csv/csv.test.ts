import fc from 'fast-check'
import { decodeFile } from '../../../platform/csv/decode-file.ts'
import { CSV_SEPARATORS, readCsv } from '../../../platform/csv/read-csv.ts'
import { neutraliseFormula, writeCsv } from '../../../platform/csv/write-csv.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { SIGNER_FACTS } from '../../templates/describe-document.ts'
import { proposeMapping } from './map-columns.ts'

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const messageOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
  throw new Error('was accepted')
}

test.each([
  ['UTF-8', bytes('Año;Ñandú')],
  ['UTF-8', bytes([0xef, 0xbb, 0xbf], 'Año;Ñandú')],
  ['UTF-16', bytes([0xff, 0xfe], [...utf16('Año;Ñandú')])],
  ['UTF-16', bytes([0xfe, 0xff], [...utf16('Año;Ñandú').swap16()])],
  ['Windows-1252', Buffer.from('Año;Ñandú', 'latin1')],
])('decodeFile reads a file in the encoding %s', (encoding, file) => {
  expect(decodeFile(file)).toEqual({ encoding, text: 'Año;Ñandú' })
})

test.each([
  [/libro de Excel/, bytes([0x50, 0x4b, 3, 4, 0, 0])],
  [/libro de Excel/, bytes([0xd0, 0xcf, 0x11, 0xe0])],
  [/Esto es un PDF/, bytes('%PDF-1.7')],
  [/CSV UTF-8/, utf16('Nombre;Email')],
  [/CSV UTF-8/, bytes([0x81, 0xff, 0x41])],
  [/CSV UTF-8/, bytes([0xff, 0xfe, 0x00])],
  [/vacío/, bytes(' \r\n')],
])('decodeFile refuses an unreadable file with the message %s', (message, file) => {
  expect(messageOf(() => decodeFile(file))).toMatch(message)
})

test.each([
  ['sep=;\r\nNombre;Email\r\nAna;a@x.cr\r\n', ';'],
  ['Nombre,Email\nAna,a@x.cr', ','],
  ['Nombre\tEmail\rAna\ta@x.cr', '\t'],
  ['"Nombre, completo";Email\n"Ana";a@x.cr', ';'],
])('readCsv reads %j with the separator %j', (text, separator) => {
  const csv = readCsv(text)
  expect(csv).toMatchObject({ separator, rows: [{ number: 2, cells: ['Ana', 'a@x.cr'] }] })
  expect(csv.columns[1]).toBe('Email')
})

test('rows keep their line numbers of the spreadsheet, and blank rows are skipped', () => {
  const { rows } = readCsv('Nombre;Email\n;\n\nAna;a@x.cr\n"Eva\nMora";e@x.cr\n')
  expect(rows.map(({ number, cells }) => [number, cells[0]])).toEqual([
    [4, 'Ana'],
    [5, 'Eva\nMora'],
  ])
})

test.each([
  ['Nombre;Email\n"Ana;a@x.cr\n', /comillas/],
  ['Nombre;Email\n', /al menos una fila de datos/],
  [`${'a;'.repeat(200)}\n${'a;'.repeat(200)}`, /más de 200 columnas/],
  [`a;b\n${'1;2\n'.repeat(10_001)}`, /más de 10 000 filas/],
])('readCsv refuses invalid file %# with a reason', (text, message) => {
  expect(messageOf(() => readCsv(text))).toMatch(message)
})

test('readCsv accepts 10,000 rows', () => {
  expect(readCsv(`a;b\n${'1;2\n'.repeat(10_000)}`).rows).toHaveLength(10_000)
})

const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
  fc.stringMatching(/^[=+\-@\t\r\n"',; A-Z()!|0-9]{0,12}$/),
)

test('readCsv returns the cells that writeCsv wrote, and no cell starts a formula', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CSV_SEPARATORS),
      fc.array(fc.tuple(cell, cell), { minLength: 1 }),
      (separator, rows) => {
        const header = ['Fila', 'Documento']
        const written = writeCsv([header, ...rows.map((cells) => ['x', ...cells])], separator)
        const read = readCsv(decodeFile(Buffer.from(written)).text)
        expect(read.separator).toBe(separator)
        const expected = rows.map((cells) => ['x', ...cells.map((text) => neutraliseFormula(text).toWellFormed())])
        expect(read.rows.map(({ cells }) => cells)).toEqual(expected)
        for (const { cells } of read.rows)
          for (const text of cells) expect(text).not.toMatch(/^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/)
      },
    ),
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '=cmd|"/c calc"!A1'])(
  'neutralise turns the formula %j into text',
  (text) => {
    expect(neutraliseFormula(text)).toBe(`'${text}`)
  },
)

const role = (id: string, name: string, asks_certificate = false) => ({
  ...{ id, name, asks_certificate, is_owner: false, step: 1 },
  ...SIGNER_FACTS,
})

test.each([
  [['Nombre', 'Correo electrónico'], [role('r1', 'Arrendatario')], null, [[0, 1, null]]],
  [
    ['Email del fiador', 'Fiador', 'Arrendatario', 'Email Arrendatario', 'Documento'],
    [role('r1', 'Arrendatario'), role('r2', 'Fiador')],
    4,
    [
      [2, 3, null],
      [1, 0, null],
    ],
  ],
  [
    ['Nombre', 'Email', 'Nombre', 'Email', 'Cédula'],
    [role('r1', 'A'), role('r2', 'B', true)],
    null,
    [
      [0, 1, null],
      [2, 3, 4],
    ],
  ],
  [['x', 'y'], [role('r1', 'A')], null, [[null, null, null]]],
  // The titles of the sample that the page offers.
  [
    [
      'Nombre de Fiadora',
      'Email de Fiadora',
      'Nombre de Dueño',
      'Email de Dueño',
      'Identificación de Dueño',
      'Nombre del documento',
    ],
    [role('r1', 'Fiadora'), role('r2', 'Dueño', true)],
    5,
    [
      [0, 1, null],
      [2, 3, 4],
    ],
  ],
])('proposeMapping maps the columns %j to the roles', (columns, roles, document, people) => {
  const mapping = proposeMapping({ columns, separator: ',', rows: [] }, { roles, formColumns: [] })
  expect(mapping.document_name).toBe(document)
  expect(mapping.people.map((one) => [one.name, one.email, one.certificate_identification])).toEqual(people)
})

test('proposeMapping gives a form field the column with its title, and never one that a person has', () => {
  const roles = [role('r1', 'Cliente'), role('r2', 'Fiadora')]
  const column = (field: number, title: string) => ({ field, title, role: 'r1', example: '' })
  const formColumns = [column(3, 'Monto'), column(0, 'Nombre (dato de Cliente)'), column(1, 'Plan')]
  const titles = ['monto', 'Nombre de Fiadora', 'Nombre', 'Email', 'Nombre (dato de Cliente)', 'Correo', 'Monto']
  const mapping = proposeMapping({ columns: titles, separator: ',', rows: [] }, { roles, formColumns })
  expect(mapping.form_fields).toEqual([
    { field: 3, column: 0 },
    { field: 0, column: 4 },
    { field: 1, column: null },
  ])
  expect(mapping.people.map(({ name, email }) => [name, email])).toEqual([
    [2, 3],
    [1, 5],
  ])
})
