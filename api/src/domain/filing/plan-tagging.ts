export interface TaggedPair {
  readonly object: number
  readonly tag: number
}

export interface TaggingPlan {
  readonly added: readonly TaggedPair[]
  readonly removed: readonly TaggedPair[]
  /** Objects that get or lose a tag. */
  readonly changed: readonly number[]
  /** Most tags of one object afterwards. */
  readonly most: number
}

interface Tagging {
  readonly objects: readonly number[]
  readonly add: readonly number[]
  /** No tag is in both lists. */
  readonly remove: readonly number[]
}

/**
 * Compares what is stored with what is asked for.
 *
 * @param stored all tags of the objects
 */
export const planTagging = (stored: readonly TaggedPair[], { objects, add, remove }: Tagging): TaggingPlan => {
  const before = new Map(objects.map((object) => [object, new Set<number>()]))
  for (const { object, tag } of stored) before.get(object)?.add(tag)
  const added: TaggedPair[] = []
  const removed: TaggedPair[] = []
  let most = 0
  for (const [object, tags] of before) {
    const gained = [...new Set(add)].filter((tag) => !tags.has(tag))
    const lost = [...new Set(remove)].filter((tag) => tags.has(tag))
    added.push(...gained.map((tag) => ({ object, tag })))
    removed.push(...lost.map((tag) => ({ object, tag })))
    most = Math.max(most, tags.size + gained.length - lost.length)
  }
  return { added, removed, changed: [...new Set([...added, ...removed].map(({ object }) => object))], most }
}
