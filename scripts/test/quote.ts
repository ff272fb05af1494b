/** An argument as a POSIX shell reads it. */
export const quote = (text: string): string =>
  /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The command that runs one test again. Jest and Playwright take the title as a regular expression. */
export const repeatCommand = (file: string, title: string, env = ''): string => {
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return `${env}npm test -- ${quote(file)} -t ${quote(pattern)}`
}
