import { createHash } from 'node:crypto'
import fc from 'fast-check'
import {
  consistencyRanges,
  type EntryRange,
  emptyRoot,
  inclusionRanges,
  isExtension,
  leafHashOf,
  rootOfHashes,
  rootOfInclusion,
  rootOfRange,
} from './merkle.ts'

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex')

const leavesOf = (count: number, from = 0): Promise<Uint8Array[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => leafHashOf(Buffer.from(`entry ${from + index}`), sha256)))

const rootOf = (leaves: readonly Uint8Array[]) =>
  leaves.length === 0 ? emptyRoot(sha256) : rootOfHashes(leaves, sha256)

const proofOf = (leaves: readonly Uint8Array[], ranges: readonly EntryRange[]): Promise<Uint8Array[]> =>
  Promise.all(ranges.map(({ start, end }) => rootOfHashes(leaves.slice(start, end), sha256)))

const PUBLISHED_ENTRIES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]

// The roots that implementations of RFC 6962 test against.
it.each([
  [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
])('the root of the first %s published entries', async (count, root) => {
  const entries = PUBLISHED_ENTRIES.slice(0, count).map((entry) => leafHashOf(Buffer.from(entry, 'hex'), sha256))
  expect(hex(await rootOf(await Promise.all(entries)))).toBe(root)
})

it('the root without entries is the hash of nothing', async () => {
  expect(hex(await emptyRoot(sha256))).toBe(hex(sha256(new Uint8Array())))
})

const sizes = fc.integer({ min: 1, max: 70 })
const treeWithPlace = sizes.chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)))

it('a proof of inclusion holds for its entry, its place and its tree alone', async () => {
  await fc.assert(
    fc.asyncProperty(treeWithPlace, sizes, async ([size, index], otherSize) => {
      const leaves = await leavesOf(size)
      const [leaf = new Uint8Array(), root] = [leaves[index], hex(await rootOf(leaves))]
      const proof = await proofOf(leaves, inclusionRanges(index, size))
      const rootFor = async (changes: Partial<Parameters<typeof rootOfInclusion>[0]>) =>
        hex(await rootOfInclusion({ index, size, leaf, proof, ...changes }, sha256))
      expect(await rootFor({})).toBe(root)
      expect(await rootFor({ leaf: sha256(leaf) })).not.toBe(root)
      expect(await rootFor({ proof: [...proof, leaf] })).not.toBe(root)
      if (proof.length > 0) expect(await rootFor({ proof: proof.slice(0, -1) })).not.toBe(root)
      for (const other of [index - 1, index + 1, size]) expect(await rootFor({ index: other })).not.toBe(root)
      const differs = inclusionRanges(index, otherSize).length !== proof.length
      if (index >= otherSize || differs) expect(await rootFor({ size: otherSize })).not.toBe(root)
    }),
  )
})

it('a proof of extension holds for two states of one log alone', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(70), fc.nat(69), async (oldSize, more, changedAt) => {
      const leaves = await leavesOf(oldSize + more)
      const older = { size: oldSize, root: await rootOf(leaves.slice(0, oldSize)) }
      const newer = { size: leaves.length, root: await rootOf(leaves) }
      const proof = await proofOf(leaves, consistencyRanges(oldSize, leaves.length))
      const holds = (a: typeof older, b: typeof newer, hashes = proof) => isExtension(a, b, hashes, sha256)
      expect(await holds(older, newer)).toBe(true)
      expect(await holds(older, newer, [...proof, older.root])).toBe(false)
      if (more > 0) expect(await holds(newer, older)).toBe(false)
      if (proof.length > 0) expect(await holds(older, newer, proof.slice(1))).toBe(false)
      // A fork: one earlier entry is another, and the liar proves the best that it can.
      const forked = leaves.with(changedAt % oldSize, sha256(Buffer.from('another')))
      const fork = { size: forked.length, root: await rootOf(forked) }
      expect(await holds(older, fork, await proofOf(forked, consistencyRanges(oldSize, forked.length)))).toBe(false)
      expect(await holds(older, fork)).toBe(false)
    }),
  )
})

it('the root of a range is made of complete subtrees that begin at a multiple of their size', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, async (size) => {
      const leaves = await leavesOf(size)
      const subtree = ({ start, end }: EntryRange) => {
        const count = end - start
        expect([Math.log2(count) % 1, start % count]).toEqual([0, 0])
        return rootOfHashes(leaves.slice(start, end), sha256)
      }
      expect(hex(await rootOfRange({ start: 0, end: size }, subtree, sha256))).toBe(hex(await rootOf(leaves)))
    }),
  )
})

it('places beyond 32 bits are halved without loss', () => {
  const size = 2 ** 40
  expect(inclusionRanges(size - 1, size)).toHaveLength(40)
  expect(consistencyRanges(size, size * 2)).toEqual([{ start: size, end: size * 2 }])
})
