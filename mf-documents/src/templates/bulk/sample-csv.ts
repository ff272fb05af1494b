import type { FormColumn, TemplateRole } from 'shared/http/deferred'

const quoted = (cell: string): string => (/[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const columnsOf = ({ name, asks_certificate }: TemplateRole, index: number): [title: string, value: string][] => [
  [`Nombre de ${name}`, `Persona de ejemplo ${index + 1}`],
  // RFC 2606: no mail of this domain reaches anybody.
  [`Email de ${name}`, `ejemplo${index + 1}@example.com`],
  ...(asks_certificate ? [[`Identificación de ${name}`, '01-0234-0567'] as [string, string]] : []),
]

/** A label of a form field may begin as a formula does; the server reads the title without its signs. */
const harmless = (title: string): string => (/^[=+\-@\t\r]/.test(title) ? `'${title}` : title)

/**
 * A file with the titles that the server recognises for each role and form field, and one row. Semicolons and a byte order mark are
 * what Excel in Spanish opens in columns and with its accents.
 */
export const sampleCsv = (roles: readonly TemplateRole[], formColumns: readonly FormColumn[]): string => {
  const guests = roles.filter(({ is_owner }) => !is_owner)
  const columns = [
    ...guests.flatMap(columnsOf),
    ['Nombre del documento', 'Documento de ejemplo'] as const,
    ...formColumns.map(({ title, example }) => [title, example] as const),
  ]
  const rows = [columns.map(([title]) => harmless(title)), columns.map(([, value]) => value)]
  return `\uFEFF${rows.map((cells) => cells.map(quoted).join(';')).join('\r\n')}\r\n`
}
