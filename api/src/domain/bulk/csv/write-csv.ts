/** OWASP, CSV injection. */
const FORMULA = /^\s*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r\n]/

export const neutralise = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[",;\t\r\n']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export const writeCsv = (rows: readonly (readonly string[])[], separator: string): string =>
  `\uFEFF${rows.map((cells) => cells.map((cell) => quoted(neutralise(cell))).join(separator)).join('\r\n')}\r\n`
