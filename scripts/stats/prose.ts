import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { inWorkspace } from '../workspace.ts'
import type { Source } from './sources.ts'

/** Checks the language; installed next to the repository. */
const CHECKER = inWorkspace('../shared/tools/prose.mjs')

export const MISSING_CHECKER = 'Falta ../shared/tools/prose.mjs: se omite la comprobación del lenguaje.'

export const hasProseChecker = (): boolean => existsSync(CHECKER)

/** `82112 words (51520 in code comments, 6.7 a comment line), 121 roundabout turns: …` */
const SUMMARY = /^(\d+) words \((\d+) in code comments, ([\d.]+) a comment line\), (\d+) roundabout turns/m

const Figure = v.pipe(v.string(), v.transform(Number), v.finite())
const Figures = v.tuple([v.string(), Figure, Figure, Figure, Figure])

/**
 * Words in comments, and turns in 1,000 words of comments and Markdown.
 * @throws ValiError if the output has another form
 */
export const parseProse = (output: string) => {
  const [, all, words, wordsPerLine, turns] = v.parse(Figures, [...(SUMMARY.exec(output) ?? [])])
  return { words, wordsPerLine, turns: (1000 * turns) / all }
}

const measureIn = (folder: string) =>
  parseProse(execFileSync(process.execPath, [CHECKER, folder], { encoding: 'utf8' }))

export const measureProse = () => measureIn(inWorkspace())

const STRING = /'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\\n])*`|"(?:\\.|[^"\\\n])*"/g
const WORDS_MIN = 4

/** Titles of tests, log messages and texts of the API's reference. */
export const sentencesOf = ({ text }: Source): string[] =>
  [...text.matchAll(STRING)]
    .map(([quoted]) => quoted.slice(1, -1).replaceAll('\\', ''))
    .filter((sentence) => sentence.split(/\s+/).length >= WORDS_MIN)

/** The checker reads comments in a git repository, so each sentence becomes a comment of one. */
export const measureSentences = (sources: readonly Source[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-prose-'))
  try {
    const comments = sources.flatMap(sentencesOf).map((sentence) => `// ${sentence}\n`)
    writeFileSync(join(folder, 'sentences.ts'), comments.join(''))
    for (const args of [
      ['init', '--quiet'],
      ['add', '.'],
    ])
      execFileSync('git', args, { cwd: folder })
    return measureIn(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
