/** OWASP, CSV injection. */
const FORMULA = /^\s*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r\n]/

/** Spreadsheets show a leading apostrophe as nothing and treat the cell as text. */
export const neutraliseFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[",;\t\r\n']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * With a byte order mark, or Excel reads UTF-8 as Windows-1252.
 *
 * @param separator that of the uploaded file, which the person's spreadsheet writes and reads
 */
export const writeCsv = (rows: readonly (readonly string[])[], separator: string): string =>
  `\uFEFF${rows.map((cells) => cells.map((cell) => quoted(neutraliseFormula(cell))).join(separator)).join('\r\n')}\r\n`
