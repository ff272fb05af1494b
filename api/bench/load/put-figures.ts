import { readFile, writeFile } from 'node:fs/promises'

const BEGIN = '<!-- figures of pnpm load -->'
const END = '<!-- end of figures -->'

/** @throws Error if the text lacks the marks */
export const withFigures = (text: string, figures: string): string => {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error('there is no place for figures')
  return `${text.slice(0, begin)}${BEGIN}\n\n${figures}\n\n${text.slice(end)}`
}

export const putFigures = async (file: string, figures: string): Promise<void> =>
  writeFile(file, withFigures(await readFile(file, 'utf8'), figures))
