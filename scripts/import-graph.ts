import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import * as v from 'valibot'
import { importsOf, type ReadImport } from './read-imports.ts'

/** Paths are relative to the workspace. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

const Manifest = v.object({
  name: v.string(),
  exports: v.optional(v.record(v.string(), v.string()), {}),
  imports: v.optional(v.record(v.string(), v.string()), {}),
})

/** Maps `package/subpath` and `#alias` to files relative to `root`. */
export const readExports = (root: string, packages: readonly string[]): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const folder of packages) {
    const { name, exports, imports } = v.parse(
      Manifest,
      JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
    )
    for (const [subpath, file] of Object.entries(exports))
      found.set(join(name, subpath), relative(root, join(root, folder, file)))
    for (const [alias, file] of Object.entries(imports)) found.set(alias, join(folder, file))
  }
  return found
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()

/** `new URL('page.html', import.meta.url)` is relative, too; a query (`./page.css?text`) chooses how webpack loads. */
const pathOf = (
  from: string,
  { kind, specifier }: ReadImport,
  exported: ReadonlyMap<string, string>,
): string | undefined =>
  exported.get(specifier) ??
  (kind === 'file' || specifier.startsWith('.') ? join(dirname(from), specifier.replace(/\?.*$/, '')) : undefined)

/**
 * Holds the files and all that they import, of any kind: also style sheets, and files that are read by their path.
 * @param root absolute path
 * @param exported result of `readExports`
 * @param follows the imports that count; all, if it is not given
 */
export const readImportGraph = (
  root: string,
  files: readonly string[],
  exported: ReadonlyMap<string, string>,
  follows: (found: ReadImport) => boolean = () => true,
): ImportGraph => {
  const graph = new Map<string, readonly string[]>()
  const read = (file: string): string[] => {
    if (!/\.(?:[cm]?[jt]sx?|css)$/.test(file)) return []
    const imports = importsOf(file, readFileSync(join(root, file), 'utf8')).filter(follows)
    const paths = imports.flatMap((each) => pathOf(file, each, exported) ?? [])
    return [...new Set(paths)].filter((path) => isFile(join(root, path)))
  }
  const waiting = [...files]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (graph.has(file)) continue
    const found = read(file)
    graph.set(file, found)
    waiting.push(...found)
  }
  return graph
}

/** @returns `file specifier` of relative imports that lead to no file: the graph would lack them */
export const unresolvedImports = (root: string, sources: readonly { file: string; text: string }[]): string[] =>
  sources.flatMap(({ file, text }) =>
    importsOf(file, text)
      .filter(({ kind, specifier }) => kind !== 'file' && specifier.startsWith('.'))
      .filter((each) => !isFile(join(root, pathOf(file, each, new Map()) ?? '')))
      .map(({ specifier }) => `${file} ${specifier}`),
  )

/**
 * Counts the imports between each
 * file and the nearest changed file.
 */
export const distancesTo = (changed: readonly string[], graph: ImportGraph): ReadonlyMap<string, number> => {
  const importers = new Map<string, string[]>()
  for (const [file, imports] of graph)
    for (const imported of imports) importers.set(imported, [...(importers.get(imported) ?? []), file])
  const distances = new Map<string, number>()
  let ring = changed.filter((file) => graph.has(file))
  for (let distance = 0; ring.length > 0; distance += 1) {
    for (const file of ring) distances.set(file, distance)
    const next = new Set(ring.flatMap((file) => importers.get(file) ?? []))
    ring = [...next].filter((file) => !distances.has(file))
  }
  return distances
}
