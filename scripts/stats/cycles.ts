export type FileGraph = ReadonlyMap<string, Iterable<string>>

/** Finds the strongly connected components of more than one node (Tarjan). */
export const findCycles = (graph: FileGraph): string[][] => {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const open = new Set<string>()
  const cycles: string[][] = []

  const close = (node: string): void => {
    const members = stack.splice(stack.indexOf(node))
    for (const member of members) open.delete(member)
    if (members.length > 1) cycles.push(members.sort())
  }
  const visit = (node: string): number => {
    const number = order.size
    order.set(node, number)
    low.set(node, number)
    stack.push(node)
    open.add(node)
    for (const next of graph.get(node) ?? []) {
      const reached = order.has(next) ? (open.has(next) ? (order.get(next) ?? number) : number) : visit(next)
      low.set(node, Math.min(low.get(node) ?? number, reached))
    }
    if (low.get(node) === number) close(node)
    return low.get(node) ?? number
  }

  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return cycles
}

/**
 * Folds imports of files into imports of sibling folders,
 * each with its subfolders.
 */
export const siblingFolders = (graph: FileGraph): ReadonlyMap<string, FileGraph> => {
  const found = new Map<string, Map<string, Set<string>>>()
  for (const [from, imports] of graph)
    for (const to of imports) {
      const [a, b] = [from.split('/').slice(0, -1), to.split('/').slice(0, -1)]
      const shared = a.findIndex((part, index) => part !== b[index])
      if (shared < 0 || shared >= b.length) continue
      const parent = a.slice(0, shared).join('/')
      const folders = found.get(parent) ?? new Map<string, Set<string>>()
      const name = (parts: readonly string[]): string => parts.slice(0, shared + 1).join('/')
      folders.set(name(a), (folders.get(name(a)) ?? new Set()).add(name(b)))
      found.set(parent, folders)
    }
  return found
}
