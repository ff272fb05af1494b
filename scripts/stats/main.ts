import { dirname } from 'node:path'
import { type ImportGraph, readExports, readImportGraph } from '../import-graph.ts'
import { inWorkspace, testedPackages } from '../workspace.ts'
import { findCycles, siblingFolders } from './cycles.ts'
import { lintFindings } from './lint-findings.ts'
import { addProse, measureProse, noProse, type Prose, proseOf } from './prose.ts'
import { isTest, readSources, type Source } from './sources.ts'

/** A folder with more source files holds more than one feature. */
const MOST_FILES = 25

const lineCount = ({ text }: Source): number => text.split('\n').length - 1

const sizeFigures = (sources: readonly Source[]): string[] => {
  const product = sources.filter(({ file }) => !isTest(file))
  const lines = product.map(lineCount).sort((a, b) => a - b)
  const [largest] = [...product].sort((a, b) => lineCount(b) - lineCount(a))
  return [
    `source files                      ${product.length} (and ${sources.length - product.length} of tests)`,
    `lines outside tests               ${lines.reduce((sum, count) => sum + count, 0)}`,
    `median file, in lines             ${lines[Math.floor(lines.length / 2)] ?? 0}`,
    ...(largest ? [`largest file                      ${lineCount(largest)} ${largest.file}`] : []),
  ]
}

const crowdedFolders = (sources: readonly Source[]): string[] => {
  const counts = new Map<string, number>()
  for (const { file } of sources) if (!isTest(file)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > MOST_FILES).map(([folder, count]) => `${folder} (${count})`)
}

const withoutTests = (graph: ImportGraph): ImportGraph =>
  new Map(
    [...graph].filter(([file]) => !isTest(file)).map(([file, imports]) => [file, imports.filter((to) => !isTest(to))]),
  )

const structureFigures = (sources: readonly Source[]): string[] => {
  const files = sources.map(({ file }) => file).filter((file) => /\.tsx?$/.test(file))
  const graph = withoutTests(readImportGraph(inWorkspace(), files, readExports(inWorkspace(), testedPackages)))
  const [fileCycles, folderCycles] = [findCycles(graph), [...siblingFolders(graph).values()].flatMap(findCycles)]
  const crowded = crowdedFolders(sources)
  return [
    `import cycles of files            ${fileCycles.length}`,
    ...fileCycles.map((cycle) => `  ${cycle.join(' ↔ ')}`),
    `import cycles of folders          ${folderCycles.length}`,
    ...folderCycles.map((cycle) => `  ${cycle.join(' ↔ ')}`),
    `folders of over ${MOST_FILES} source files   ${crowded.length}`,
    ...crowded.map((folder) => `  ${folder}`),
  ]
}

const sum = (sources: readonly Source[]): Prose =>
  sources.map(({ file, text }) => measureProse(proseOf(text, file.endsWith('.md')))).reduce(addProse, noProse)

const proseFigures = (sources: readonly Source[]): string[] => {
  const comments = sum(sources)
  const all = addProse(comments, sum(readSources('md')))
  return [
    `words in comments                 ${comments.words}`,
    `words in a comment line           ${(comments.words / comments.lines).toFixed(1)}`,
    `roundabout turns in 1,000 words   ${((1000 * all.turns) / all.words).toFixed(1)}`,
  ]
}

const sources = readSources('ts', 'tsx', 'mjs', 'css')
const lint = await lintFindings()
for (const line of [
  ...sizeFigures(sources),
  `functions of over 40 lines        ${lint.long}`,
  `functions too complex to follow   ${lint.complex}`,
  ...structureFigures(sources),
  ...proseFigures(sources),
])
  console.log(line)
