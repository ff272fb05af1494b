import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { inWorkspace } from '../workspace.ts'

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

export const measureProse = () =>
  parseProse(execFileSync(process.execPath, [CHECKER, inWorkspace()], { encoding: 'utf8' }))
