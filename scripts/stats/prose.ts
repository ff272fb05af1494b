import { parseSync } from 'oxc-parser'
import type { SourceText } from './sources.ts'
import { ROUNDABOUT_TURNS } from './turns.ts'

/** Prose of one file, line by line. */
export interface ProseText {
  readonly file: string
  readonly lines: readonly string[]
}

const hasWords = (line: string): boolean => /[a-z]{2}/i.test(line)

const proseOf = (file: string, lines: readonly string[]): ProseText => ({
  file,
  lines: lines.map((line) => line.replace(/^\s*\*?\s*/, '').trimEnd()).filter(hasWords),
})

/** Instructions to tools. */
const IS_PRAGMA = /biome-ignore|@ts-|webpack[A-Z]/

const CSS_COMMENT = /\/\*([\s\S]*?)\*\//g

const commentsOf = ({ file, text }: SourceText): string[] => {
  if (/\.ya?ml$/.test(file)) return [...text.matchAll(/(?:^|\s)#(.*)$/gm)].map(([, comment = '']) => comment)
  if (file.endsWith('.css')) return [...text.matchAll(CSS_COMMENT)].map(([, comment = '']) => comment)
  return parseSync(file, text).comments.map(({ value }) => value)
}

const beginsLine = (text: string, start: number): boolean =>
  text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === ''

/** A script or a style sheet; comments after code stay. */
export const withoutComments = ({ file, text }: SourceText): string => {
  const comments = file.endsWith('.css')
    ? [...text.matchAll(CSS_COMMENT)].map(({ index, 0: whole }) => ({ start: index, end: index + whole.length }))
    : parseSync(file, text).comments
  return comments
    .filter(({ start }) => beginsLine(text, start))
    .reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
}

/** Without code, which quotes names. */
const textOfMarkdown = (text: string): string => text.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/`[^`]*`/g, '')

/** Comments of code, and the text of Markdown. */
export const readProse = (source: SourceText): ProseText => {
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
export const readSentences = ({ file, text }: SourceText): ProseText =>
  proseOf(
    file,
    [...text.matchAll(STRING)]
      .map(([quoted]) => quoted.slice(1, -1).replaceAll('\\', ''))
      .filter((sentence) => sentence.split(/\s+/).length >= WORDS_MIN),
  )

const wordsIn = (line: string): number => line.split(/\s+/).filter((word) => /[a-z]/i.test(word)).length

const turnsIn = ({ file, lines }: ProseText): string[] =>
  Object.entries(ROUNDABOUT_TURNS).flatMap(([name, turn]) =>
    lines.flatMap((line) => [...line.matchAll(turn)].map(() => `${file}: ${line} (${name})`)),
  )

export interface MeasuredProse {
  readonly words: number
  /** `file: line (turn)` */
  readonly turns: readonly string[]
  /** In 1,000 words. */
  readonly rate: number
}

export const measureProse = (texts: readonly ProseText[]): MeasuredProse => {
  const words = texts.flatMap(({ lines }) => lines).reduce((sum, line) => sum + wordsIn(line), 0)
  const turns = texts.flatMap(turnsIn)
  return { words, turns, rate: words === 0 ? 0 : (1000 * turns.length) / words }
}
