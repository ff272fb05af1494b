export const quote = (text: string): string =>
  /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Jest and Playwright take titles as regular expressions. */
export const repeatCommand = (file: string, title: string, env = ''): string => {
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return `${env}npm test -- ${quote(file)} -t ${quote(pattern)}`
}
