import type { TemplateRole } from 'shared/http/deferred'

const quoted = (cell: string): string => (/[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const columnsOf = ({ name, asks_certificate }: TemplateRole, index: number): [title: string, value: string][] => [
  [`Nombre de ${name}`, `Persona de ejemplo ${index + 1}`],
  // RFC 2606: no mail of this domain reaches anybody.
  [`Email de ${name}`, `ejemplo${index + 1}@example.com`],
  ...(asks_certificate ? [[`Identificación de ${name}`, '01-0234-0567'] as [string, string]] : []),
]

/**
 * A file with the titles that the server recognises for each role, and one row. Semicolons and a byte order mark are
 * what Excel in Spanish opens in columns and with its accents.
 */
export const sampleCsv = (roles: readonly TemplateRole[]): string => {
  const guests = roles.filter(({ is_owner }) => !is_owner)
  const columns = [...guests.flatMap(columnsOf), ['Nombre del documento', 'Documento de ejemplo'] as const]
  const rows = [columns.map(([title]) => title), columns.map(([, value]) => value)]
  return `\uFEFF${rows.map((cells) => cells.map(quoted).join(';')).join('\r\n')}\r\n`
}
