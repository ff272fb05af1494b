import { isTest, type SourceText } from './sources.ts'

/** Top-level, in Biome's format. */
const DECLARED =
  /^export (?:(?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)|const \{([^}]*)\}|const \[([^\]]*)\])/gm

const ONE_WORD = /^(?:[A-Z]?[a-z0-9]*|[A-Z0-9]+)$/

/** An old name that other teams still import. */
const isDeprecated = (text: string, at: number): boolean =>
  /@deprecated[^\n]*\*\/\n$/.test(text.slice(Math.max(0, at - 300), at))

/** Names that must be the same: modules of one interface, and the start of a new remote. */
const mayRepeat = ({ file }: SourceText): boolean =>
  file.startsWith('templates/') || file === 'shared/src/host/signing/provide-shared.ts'

const namesOf = ({ text }: SourceText): string[] => [
  ...new Set(
    [...text.matchAll(DECLARED)]
      .filter(({ index }) => !isDeprecated(text, index))
      .flatMap(([, one, fields, items]) => one ?? (fields ?? items ?? '').split(','))
      .map((name) => name.replace(/^.*:/, '').trim())
      .filter((name) => name !== ''),
  ),
]

export interface NameFigures {
  readonly count: number
  /** `file name`; one dictionary word does not say which. */
  readonly oneWord: readonly string[]
  /** `name: file, file`; re-exports do not count. */
  readonly repeated: readonly string[]
}

/** Source of the probe of `pnpm mutants`: its text is the test. */
const isFixture = ({ file }: Pick<SourceText, 'file'>): boolean => file.includes('/fixture/')

/** Of files outside tests. */
export const measureExportNames = (sources: readonly SourceText[]): NameFigures => {
  const byName = new Map<string, string[]>()
  const oneWord: string[] = []
  let count = 0
  for (const source of sources.filter(
    ({ file }) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts') && !isTest(file) && !isFixture({ file }),
  ))
    for (const name of namesOf(source)) {
      count += 1
      if (ONE_WORD.test(name)) oneWord.push(`${source.file} ${name}`)
      if (!mayRepeat(source)) byName.set(name, [...(byName.get(name) ?? []), source.file])
    }
  const repeated = [...byName].filter(([, files]) => files.length > 1)
  return { count, oneWord, repeated: repeated.map(([name, files]) => `${name}: ${files.join(', ')}`) }
}

/** In percent. */
export const oneWordShare = ({ count, oneWord }: NameFigures): number => (100 * oneWord.length) / Math.max(1, count)
