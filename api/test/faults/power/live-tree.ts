import type { DiskNode } from './disk-event.ts'

interface FoundEntry {
  readonly folder: DiskNode
  readonly name: string
  readonly node: DiskNode | undefined
}

/** The names as the running process sees them. */
export interface LiveTree {
  readonly folders: Set<DiskNode>
  /** Undefined outside of the root. @throws Error if its folder is not known */
  find(path: string): FoundEntry | undefined
  create(kind: 'file' | 'folder'): DiskNode
  set(entry: Pick<FoundEntry, 'folder' | 'name'>, node: DiskNode | undefined): void
}

const isWithin = (root: string, path: string): boolean => path === root || path.startsWith(`${root}/`)

/** @param root an absolute path; empty at first */
export const growTree = (root: string): LiveTree => {
  const names = new Map<DiskNode, Map<string, DiskNode>>([[0, new Map()]])
  const folders = new Set<DiskNode>([0])
  let last = 0
  const namesIn = (folder: DiskNode, path: string): Map<string, DiskNode> => {
    const found = names.get(folder)
    if (found === undefined) throw new Error(`the folder of ${path} is not known`)
    return found
  }
  return {
    folders,
    find: (path) => {
      if (!isWithin(root, path)) return undefined
      const parts = path.slice(root.length).split('/').filter(Boolean)
      const name = parts.pop()
      if (name === undefined) return { folder: 0, name: '', node: 0 }
      const folder = parts.reduce((node, part) => namesIn(node, path).get(part) ?? -1, 0)
      return { folder, name, node: namesIn(folder, path).get(name) }
    },
    create: (kind) => {
      last += 1
      if (kind === 'folder') {
        names.set(last, new Map())
        folders.add(last)
      }
      return last
    },
    set: ({ folder, name }, node) => {
      if (node === undefined) namesIn(folder, name).delete(name)
      else namesIn(folder, name).set(name, node)
    },
  }
}
