import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import * as v from 'valibot'

/** Paths are relative to the workspace. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

const Manifest = v.object({
  name: v.string(),
  exports: v.optional(v.record(v.string(), v.string()), {}),
  imports: v.optional(v.record(v.string(), v.string()), {}),
})

/** `import … from`, `export … from`, `import(…)`, `require(…)`, `jest.mock(…)` and `new URL('./…')`. */
const SPECIFIERS = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*|\bjest\.\w+\(\s*|\bnew URL\(\s*)['"]([^'"\n]+)['"]/g

export const specifiersIn = (source: string): string[] => [...source.matchAll(SPECIFIERS)].map(([, name = '']) => name)

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

/**
 * @param root absolute path
 * @param exported result of `readExports`
 */
export const readImportGraph = (
  root: string,
  files: readonly string[],
  exported: ReadonlyMap<string, string>,
): ImportGraph => {
  const graph = new Map<string, readonly string[]>()
  const resolve = (from: string, name: string): string | undefined => {
    const path = name.startsWith('.') ? join(dirname(from), name) : exported.get(name)
    return path !== undefined && isFile(join(root, path)) ? path : undefined
  }
  const waiting = [...files]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (graph.has(file)) continue
    const from = file
    const source = /\.(tsx?|mjs|cjs|js)$/.test(from) ? readFileSync(join(root, from), 'utf8') : ''
    const imports = specifiersIn(source).map((name) => resolve(from, name))
    const found = imports.filter((path) => path !== undefined)
    graph.set(from, found)
    waiting.push(...found)
  }
  return graph
}

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
