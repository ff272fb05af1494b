import { parseSync } from 'oxc-parser'
import type { Source } from './sources.ts'
import { TURNS } from './turns.ts'

/** Prose of one file, line by line. */
export interface Prose {
  readonly file: string
  readonly lines: readonly string[]
}

const hasWords = (line: string): boolean => /[a-z]{2}/i.test(line)

const proseOf = (file: string, lines: readonly string[]): Prose => ({
  file,
  lines: lines.map((line) => line.replace(/^\s*\*?\s*/, '').trimEnd()).filter(hasWords),
})

/** Instructions to tools. */
const IS_PRAGMA = /biome-ignore|@ts-|webpack[A-Z]/

const commentsOf = ({ file, text }: Source): string[] => {
  if (/\.ya?ml$/.test(file)) return [...text.matchAll(/(?:^|\s)#(.*)$/gm)].map(([, comment = '']) => comment)
  if (file.endsWith('.css')) return [...text.matchAll(/\/\*([\s\S]*?)\*\//g)].map(([, comment = '']) => comment)
  return parseSync(file, text).comments.map(({ value }) => value)
}

/** Without code, which quotes names. */
const textOfMarkdown = (text: string): string => text.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/`[^`]*`/g, '')

/** Comments of code, and the text of Markdown. */
export const readProse = (source: Source): Prose => {
  const { file, text } = source
  if (file.endsWith('.md')) return proseOf(file, textOfMarkdown(text).split('\n'))
  const comments = commentsOf(source).filter((comment) => !IS_PRAGMA.test(comment))
  return proseOf(
    file,
    comments.flatMap((comment) => comment.split('\n')),
  )
}

const STRING = /'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\\n])*`|"(?:\\.|[^"\\\n])*"/g
const WORDS_MIN = 4

/** Titles of tests, log messages and texts of the API's reference. */
export const readSentences = ({ file, text }: Source): Prose =>
  proseOf(
    file,
    [...text.matchAll(STRING)]
      .map(([quoted]) => quoted.slice(1, -1).replaceAll('\\', ''))
      .filter((sentence) => sentence.split(/\s+/).length >= WORDS_MIN),
  )

const wordsIn = (line: string): number => line.split(/\s+/).filter((word) => /[a-z]/i.test(word)).length

const turnsIn = ({ file, lines }: Prose): string[] =>
  Object.entries(TURNS).flatMap(([name, turn]) =>
    lines.flatMap((line) => [...line.matchAll(turn)].map(() => `${file}: ${line} (${name})`)),
  )

export interface Measured {
  readonly words: number
  /** `file: line (turn)` */
  readonly turns: readonly string[]
  /** In 1,000 words. */
  readonly rate: number
}

export const measureProse = (texts: readonly Prose[]): Measured => {
  const words = texts.flatMap(({ lines }) => lines).reduce((sum, line) => sum + wordsIn(line), 0)
  const turns = texts.flatMap(turnsIn)
  return { words, turns, rate: words === 0 ? 0 : (1000 * turns.length) / words }
}
