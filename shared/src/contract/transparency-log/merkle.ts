import { encodeBase64 } from '../values/base64.ts'

/** SHA-256. Browsers compute it asynchronously. */
export type HashBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>

/** Entries from `start` up to, not including, `end`. */
export interface EntryRange {
  readonly start: number
  readonly end: number
}

const joined = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  parts.reduce((at, part) => {
    whole.set(part, at)
    return at + part.length
  }, 0)
  return whole
}

/** RFC 6962, 2.1: leaves and nodes have different prefixes, so that no node can pass for an entry. */
export const leafHashOf = async (entry: Uint8Array, hash: HashBytes): Promise<Uint8Array> =>
  hash(joined(Uint8Array.of(0), entry))

const nodeHashOf = async (left: Uint8Array, right: Uint8Array, hash: HashBytes): Promise<Uint8Array> =>
  hash(joined(Uint8Array.of(1), left, right))

/** The largest power of two below `count`, which is 2 or more. No bit operations: they end at 32 bits. */
const splitOf = (count: number): number => {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}

/** Whose hashes prove that the tree of `size` entries holds entry `index`, the leaf's sibling first (RFC 6962, 2.1.1). */
export const inclusionRanges = (index: number, size: number): readonly EntryRange[] => {
  const within = (start: number, end: number): EntryRange[] => {
    if (end - start <= 1) return []
    const middle = start + splitOf(end - start)
    return index < middle
      ? [...within(start, middle), { start: middle, end }]
      : [...within(middle, end), { start, end: middle }]
  }
  return within(0, size)
}

/** Whose hashes prove that the tree of `newSize` entries extends that of `oldSize`, 1 or more (RFC 6962, 2.1.2). */
export const consistencyRanges = (oldSize: number, newSize: number): readonly EntryRange[] => {
  const within = (start: number, end: number, isOldTree: boolean): EntryRange[] => {
    if (end <= oldSize) return isOldTree ? [] : [{ start, end }]
    const middle = start + splitOf(end - start)
    return oldSize <= middle
      ? [...within(start, middle, isOldTree), { start: middle, end }]
      : [...within(middle, end, false), { start, end: middle }]
  }
  return oldSize === newSize ? [] : within(0, newSize, true)
}

/** Root over hashes of subtrees of one size: leaves, or a level of tiles. One hash or more. */
export const rootOfHashes = async (hashes: readonly Uint8Array[], hash: HashBytes): Promise<Uint8Array> => {
  const [only] = hashes
  if (only === undefined) throw new RangeError('a tree without leaves has no such root')
  if (hashes.length === 1) return only
  const split = splitOf(hashes.length)
  return nodeHashOf(
    await rootOfHashes(hashes.slice(0, split), hash),
    await rootOfHashes(hashes.slice(split), hash),
    hash,
  )
}

/**
 * Root of any range, from the roots of its complete subtrees.
 * @param subtree root of 2^n entries that begin at a multiple of 2^n
 */
export const rootOfRange = async (
  { start, end }: EntryRange,
  subtree: (range: EntryRange) => Promise<Uint8Array>,
  hash: HashBytes,
): Promise<Uint8Array> => {
  const count = end - start
  const split = count === 1 ? 1 : splitOf(count)
  if (count === 1 || count === split * 2) return subtree({ start, end })
  const left = await subtree({ start, end: start + split })
  return nodeHashOf(left, await rootOfRange({ start: start + split, end }, subtree, hash), hash)
}

/** Root of a tree without entries. */
export const emptyRoot = async (hash: HashBytes): Promise<Uint8Array> => hash(new Uint8Array())

const isOdd = (value: number): boolean => value % 2 === 1
const half = (value: number): number => Math.floor(value / 2)

const isSameHash = (a: Uint8Array, b: Uint8Array): boolean => encodeBase64(a) === encodeBase64(b)

/** A place in a tree and the last place of its level, both halved on the way up. */
interface Climb {
  readonly place: number
  readonly last: number
}

const up = ({ place, last }: Climb): Climb => ({ place: half(place), last: half(last) })

/** Levels in which the place has no sibling: it is the last of an odd number. */
const skipSingles = (climb: Climb): Climb => {
  let at = climb
  while (!isOdd(at.place) && at.place !== 0) at = up(at)
  return at
}

const hasLeftSibling = ({ place, last }: Climb): boolean => isOdd(place) || place === last

interface Inclusion {
  readonly index: number
  readonly size: number
  readonly leaf: Uint8Array
  readonly proof: readonly Uint8Array[]
}

/** RFC 9162, 2.1.3.2. Undefined if the proof is too short or too long. */
export const rootOfInclusion = async (
  { index, size, leaf, proof }: Inclusion,
  hash: HashBytes,
): Promise<Uint8Array | undefined> => {
  if (index < 0 || index >= size) return undefined
  let climb: Climb = { place: index, last: size - 1 }
  let root = leaf
  for (const sibling of proof) {
    if (climb.last === 0) return undefined
    if (hasLeftSibling(climb)) {
      root = await nodeHashOf(sibling, root, hash)
      climb = skipSingles(climb)
    } else root = await nodeHashOf(root, sibling, hash)
    climb = up(climb)
  }
  return climb.last === 0 ? root : undefined
}

interface SizedRoot {
  readonly size: number
  readonly root: Uint8Array
}

const isPowerOfTwo = (size: number): boolean => size === 1 || splitOf(size) * 2 === size

const rootsOfProof = async (
  older: SizedRoot,
  newer: SizedRoot,
  proof: readonly Uint8Array[],
  hash: HashBytes,
): Promise<readonly [Uint8Array, Uint8Array] | undefined> => {
  const [first, ...rest] = isPowerOfTwo(older.size) ? [older.root, ...proof] : proof
  if (first === undefined) return undefined
  let climb: Climb = { place: older.size - 1, last: newer.size - 1 }
  while (isOdd(climb.place)) climb = up(climb)
  let [oldRoot, newRoot] = [first, first]
  for (const sibling of rest) {
    if (climb.last === 0) return undefined
    if (hasLeftSibling(climb)) {
      oldRoot = await nodeHashOf(sibling, oldRoot, hash)
      newRoot = await nodeHashOf(sibling, newRoot, hash)
      climb = skipSingles(climb)
    } else newRoot = await nodeHashOf(newRoot, sibling, hash)
    climb = up(climb)
  }
  return climb.last === 0 ? [oldRoot, newRoot] : undefined
}

/** The newer tree begins with all entries of the older one (RFC 9162, 2.1.4.2). */
export const isExtension = async (
  older: SizedRoot,
  newer: SizedRoot,
  proof: readonly Uint8Array[],
  hash: HashBytes,
): Promise<boolean> => {
  if (older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && isSameHash(older.root, newer.root)
  if (older.size === 0) return proof.length === 0
  const roots = await rootsOfProof(older, newer, proof, hash)
  return roots !== undefined && isSameHash(roots[0], older.root) && isSameHash(roots[1], newer.root)
}
