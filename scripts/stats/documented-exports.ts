import { isTest, type SourceText } from './sources.ts'

const EXPORT = /^export (?:default |declare |abstract |async )*(?:const|let|function\*?|class|interface|type) \w+/
const COMMENT_END = /(^\s*\/\/)|(\*\/\s*$)/

export interface DocumentedCount {
  readonly exports: number
  readonly documented: number
}

/** An export is documented if a comment ends on the line before it. Re-exports do not count. */
export const countDocumented = (text: string): DocumentedCount => {
  const lines = text.split('\n')
  const starts = lines.flatMap((line, index) => (EXPORT.test(line) ? [index] : []))
  return {
    exports: starts.length,
    documented: starts.filter((index) => COMMENT_END.test(lines[index - 1] ?? '')).length,
  }
}

/**
 * A figure without a limit: an export whose name says all needs no comment.
 *
 * @param folders relative to the workspace, without a slash at the end
 * @returns `documented of exports` outside tests, by folder
 */
export const documentedExports = (
  sources: readonly SourceText[],
  folders: readonly string[],
): ReadonlyMap<string, string> =>
  new Map(
    folders.map((folder) => {
      const inside = sources.filter(({ file }) => file.startsWith(`${folder}/`) && !isTest(file))
      const counts = inside.map(({ text }) => countDocumented(text))
      const sum = (key: keyof DocumentedCount): number => counts.reduce((total, count) => total + count[key], 0)
      return [folder, `${sum('documented')} of ${sum('exports')}`]
    }),
  )
