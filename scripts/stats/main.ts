import { execFileSync } from 'node:child_process'
import * as v from 'valibot'
import { inWorkspace } from '../workspace.ts'
import { findCitations } from './citations.ts'
import { documentedExports } from './documented-exports.ts'
import { measureExportNames, oneWordShare } from './export-names.ts'
import { lintFindings } from './lint-findings.ts'
import { findLongFiles, MOST_LINES } from './long-files.ts'
import { measureProse, readProse, readSentences } from './prose.ts'
import { findRepeats } from './repeats.ts'
import { isTest, readSources, type SourceText } from './sources.ts'
import { MOST_FILES, measureStructure } from './structure.ts'

const Names = v.optional(v.array(v.object({ name: v.string() })), [])
const Report = v.object({ issues: v.array(v.object({ file: v.string(), exports: Names, types: Names })) })

/** @returns `file name` of each */
const unusedExports = (): string[] => {
  const output = execFileSync(
    inWorkspace('node_modules/.bin/knip'),
    ['--reporter=json', '--no-exit-code', '--no-progress', '--include=exports,types'],
    { cwd: inWorkspace(), encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 },
  )
  return v
    .parse(Report, JSON.parse(output))
    .issues.flatMap(({ file, exports, types }) => [...exports, ...types].map(({ name }) => `${file} ${name}`))
}

const lineCount = ({ text }: SourceText): number => text.split('\n').length - 1

const row = (title: string, figure: string | number): string => `${title.padEnd(36)}${figure}`

const list = (title: string, found: readonly string[]): string[] => [
  row(title, found.length),
  ...found.map((each) => `  ${each}`),
]

const sizeFigures = (sources: readonly SourceText[]): string[] => {
  const product = sources.filter(({ file }) => !isTest(file))
  const lines = product.map(lineCount).sort((a, b) => a - b)
  const [largest] = [...product].sort((a, b) => lineCount(b) - lineCount(a))
  return [
    row('source files', `${product.length} (and ${sources.length - product.length} of tests)`),
    row(
      'lines outside tests',
      lines.reduce((sum, count) => sum + count, 0),
    ),
    row('median file, in lines', lines[Math.floor(lines.length / 2)] ?? 0),
    ...(largest ? [row('largest file', `${lineCount(largest)} ${largest.file}`)] : []),
  ]
}

const nameFigures = (sources: readonly SourceText[]): string[] => {
  const names = measureExportNames(sources)
  return [
    row('exported names', names.count),
    row('of one dictionary word, in percent', oneWordShare(names).toFixed(1)),
    ...list('names exported by several files', names.repeated),
  ]
}

const proseFigures = (sources: readonly SourceText[]): string[] => {
  const comments = measureProse(sources.map(readProse))
  const documents = measureProse(readSources('md', 'yaml', 'yml').map(readProse))
  const sentences = measureProse(sources.map(readSentences))
  const words = comments.words + documents.words
  const turns = [...comments.turns, ...documents.turns]
  return [
    row('words in comments', comments.words),
    ...list('roundabout turns in comments, docs', turns),
    row('  in 1,000 words', ((1000 * turns.length) / words).toFixed(2)),
    ...list('roundabout turns in strings', sentences.turns),
    row('  in 1,000 words', sentences.rate.toFixed(2)),
  ]
}

const EXPLAINED_FOLDERS = ['api/src/domain', 'pdf/src', 'shared/src/contract', 'shared/build']

const sources = readSources('ts', 'tsx', 'mjs', 'css')
const { long, complex } = await lintFindings()
const { fileCycles, folderCycles, crowdedFolders } = measureStructure(sources)
for (const line of [
  ...sizeFigures(sources),
  ...list(`files of over ${MOST_LINES} lines of code`, findLongFiles(sources)),
  ...list('functions of over 40 lines', long),
  ...list('functions too complex to follow', complex),
  ...list('import cycles of files', fileCycles),
  ...list('import cycles of folders', folderCycles),
  ...list('functions written twice', findRepeats(sources).repeats),
  ...list(`folders of over ${MOST_FILES} source files`, crowdedFolders),
  ...list('unused exports', unusedExports()),
  ...[...documentedExports(sources, EXPLAINED_FOLDERS)].map(([folder, figure]) => row(`documented, ${folder}`, figure)),
  ...nameFigures(sources),
  ...list('numbers of issues', findCitations([...sources, ...readSources('md')])),
  ...proseFigures(sources),
])
  console.log(line)
