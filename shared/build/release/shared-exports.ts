import type { Compilation, Module, ModuleGraph } from 'webpack'
import type { ExportNames } from '../checks/contract.ts'

type Graph = Pick<Compilation, 'modules' | 'moduleGraph'>

/** @returns `shared/ui`, or undefined if it is another module */
export const consumedModule = (identifier: string): string | undefined =>
  /^consume-shared-module\|[^|]*\|([^|]+)\|/.exec(identifier)?.[1]

/** Reads webpack's identifier, which has no other form of these facts. */
export const providedModule = (identifier: string): { name: string; version: string } | undefined => {
  const [, name, version] = /^provide module \([^)]*\) (.+)@([^@\s]+) = /.exec(identifier) ?? []
  return name && version ? { name, version } : undefined
}

const sortedNames = (found: ReadonlyMap<string, ReadonlySet<string>>): ExportNames =>
  Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, names]) => [name, [...names].sort()]))

/** Webpack keeps no usage of a consumed module, but each reference. */
const referencedIn = (module: Module, graph: ModuleGraph): string[] =>
  [...graph.getIncomingConnections(module)]
    .flatMap((connection) => {
      if (connection.getActiveState(undefined) === false) return []
      return connection.dependency?.getReferencedExports(graph, undefined) ?? []
    })
    .flatMap((reference) => (Array.isArray(reference) ? reference : reference.name).slice(0, 1))

/**
 * Exports of shared modules that the code names; an export that is
 * reached through the namespace object is unknown.
 */
export const usedExports = ({ modules, moduleGraph }: Graph): ExportNames => {
  const found = new Map<string, Set<string>>()
  for (const module of modules) {
    const name = consumedModule(module.identifier())
    if (name === undefined) continue
    const names = found.get(name) ?? new Set()
    for (const exported of referencedIn(module, moduleGraph)) names.add(exported)
    found.set(name, names)
  }
  return sortedNames(found)
}

const implementationOf = (module: Module, graph: ModuleGraph): Module | undefined =>
  [...module.dependencies, ...module.blocks.flatMap(({ dependencies }) => dependencies)]
    .map((dependency) => graph.getModule(dependency))
    .find((found) => found !== null)

/** Exports of the modules that a shell provides. A module whose exports webpack cannot tell is left out. */
export const offeredExports = ({ modules, moduleGraph }: Graph): ExportNames => {
  const found = new Map<string, ReadonlySet<string>>()
  for (const module of modules) {
    const name = providedModule(module.identifier())?.name
    const source = name === undefined ? undefined : implementationOf(module, moduleGraph)
    const exported = source && moduleGraph.getExportsInfo(source).getProvidedExports()
    if (name !== undefined && Array.isArray(exported)) found.set(name, new Set(exported))
  }
  return sortedNames(found)
}
