import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ImportGraph } from '../import-graph.ts'
import { importsOf } from '../read-imports.ts'
import { type FileGraph, findCycles, siblingFolders } from '../stats/cycles.ts'
import { isTest } from '../stats/sources.ts'

const API = 'api/src'

const SHARED = ['shared/server/', 'shared/src/contract/']
const ENGINES = ['pdf/src/', ...SHARED]

/** What each layer may import (docs/architecture.md). Prefixes of paths. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  app: [''],
  operations: [`${API}/operations/`, `${API}/domain/`, `${API}/platform/`, ...ENGINES],
  domain: [`${API}/domain/`, `${API}/platform/`, ...ENGINES],
  platform: [`${API}/platform/`, ...SHARED],
}

const layerOf = (file: string): string | undefined =>
  file.startsWith(`${API}/`) ? file.slice(API.length + 1).split('/')[0] : undefined

/** @returns `from → to` */
export const forbiddenImports = (graph: ImportGraph): string[] =>
  [...graph].flatMap(([from, imports]) => {
    const layer = layerOf(from)
    if (layer === undefined || isTest(from)) return []
    const allowed = ALLOWED[layer]
    if (allowed === undefined) return [`${from}: no layer`]
    return imports
      .filter((to) => /\.tsx?$/.test(to) && !allowed.some((prefix) => to.startsWith(prefix)))
      .map((to) => `${from} → ${to}`)
  })

/** Only routes and the HTTP platform know Fastify; the composition root starts it. */
const knowsFastify = (file: string): boolean =>
  /\/routes\.ts$/.test(file) || file.startsWith(`${API}/platform/http/`) || file.startsWith(`${API}/app/`)

export const importsFastify = (file: string, source: string): boolean =>
  importsOf(file, source).some(({ specifier }) => specifier === 'fastify' || specifier.startsWith('@fastify/'))

export const strayFastify = (files: readonly string[], read: (file: string) => string): string[] =>
  files.filter(
    (file) => layerOf(file) !== undefined && !isTest(file) && !knowsFastify(file) && importsFastify(file, read(file)),
  )

const placeOf = (file: string): string => {
  const folder = dirname(file)
  return dirname(folder) === API ? file : folder
}

const placesOf = (graph: FileGraph): FileGraph => {
  const places = new Map<string, Set<string>>()
  for (const [file, imports] of graph) {
    const from = placeOf(file)
    const known = places.get(from) ?? new Set<string>()
    for (const to of imports) if (placeOf(to) !== from) known.add(placeOf(to))
    places.set(from, known)
  }
  return places
}

const productOfApi = (graph: ImportGraph): FileGraph => {
  const isProduct = (file: string): boolean => layerOf(file) !== undefined && !isTest(file)
  return new Map(
    [...graph].filter(([file]) => isProduct(file)).map(([file, imports]) => [file, imports.filter(isProduct)]),
  )
}

/** Finds cycles of files, of folders with what they hold, and of folders without what they hold. */
export const cyclesOfApi = (graph: ImportGraph): string[] => {
  const product = productOfApi(graph)
  const cycles = [product, placesOf(product), ...siblingFolders(product).values()].flatMap(findCycles)
  return [...new Set(cycles.map((cycle) => cycle.join(' ↔ ')))]
}

export const readIn =
  (root: string) =>
  (file: string): string =>
    readFileSync(join(root, file), 'utf8')
