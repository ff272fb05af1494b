import fc from 'fast-check'
import { isExtension, leafHashOf, rootOfHashes, rootOfInclusion } from 'shared/contract/transparency-log'
import { closeTestServers, openTestServer } from '../../../test/support/test-server.ts'
import { noteCrypto } from './note-crypto.ts'
import { appendEntries, proveExtension, proveInclusion, rootOfTree, TILE_WIDTH } from './tree-store.ts'

afterEach(closeTestServers)

const { sha256 } = noteCrypto
const entryOf = (index: number) => Buffer.from(`entry ${index}`)
const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex')

const grow = async (db: Parameters<typeof appendEntries>[0], tree: number, batches: readonly number[]) => {
  let size = 0
  for (const count of batches) {
    const entries = Array.from({ length: count }, (_, at) => entryOf(size + at))
    await appendEntries(db, tree, size, entries)
    size += count
  }
  return size
}

it('a tree that grows in batches has the root, the proofs and the tiles of its entries', async () => {
  const { db } = (await openTestServer()).services
  let tree = 100
  const batches = fc.array(fc.integer({ min: 0, max: 2 * TILE_WIDTH }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(batches, fc.nat(), fc.nat(), async (counts, pick, earlier) => {
      tree += 1
      const size = await grow(db, tree, counts)
      if (size === 0) return
      const leaves = await Promise.all(Array.from({ length: size }, (_, at) => leafHashOf(entryOf(at), sha256)))
      const root = await rootOfHashes(leaves, sha256)
      expect(hex(await rootOfTree(db, tree, size))).toBe(hex(root))
      const index = pick % size
      const leaf = leaves[index] ?? new Uint8Array()
      const proof = await proveInclusion(db, tree, index, size)
      expect(hex(await rootOfInclusion({ index, size, leaf, proof }, sha256))).toBe(hex(root))
      const oldSize = earlier % (size + 1)
      const older = { size: oldSize, root: await rootOfTree(db, tree, oldSize) }
      const extension = await proveExtension(db, tree, oldSize, size)
      expect(await isExtension(older, { size, root }, extension, sha256)).toBe(true)
      const nodes = db.selectFrom('seal_log_nodes').select('hash').where('tree', '=', tree).where('level', '=', 1)
      expect(await nodes.execute()).toHaveLength(Math.floor(size / TILE_WIDTH))
    }),
    { numRuns: 12 },
  )
})

it('a full tile has a node above it', async () => {
  const { db } = (await openTestServer()).services
  const full = Array.from({ length: TILE_WIDTH }, (_, at) => leafHashOf(entryOf(at), sha256))
  await appendEntries(
    db,
    1000,
    0,
    Array.from({ length: TILE_WIDTH + 1 }, (_, at) => entryOf(at)),
  )
  const node = db.selectFrom('seal_log_nodes').select(['level', 'position', 'hash']).where('level', '=', 1)
  expect(await node.where('tree', '=', 1000).execute()).toEqual([
    { level: 1, position: 0, hash: hex(await rootOfHashes(await Promise.all(full), sha256)) },
  ])
})

it('a missing node is a damaged tree, and none can be changed or deleted', async () => {
  const { db } = (await openTestServer()).services
  await appendEntries(db, 2000, 0, [entryOf(0)])
  await expect(rootOfTree(db, 2000, 2)).rejects.toThrow('misses nodes of level 0')
  await expect(db.updateTable('seal_log_nodes').set({ hash: '' }).execute()).rejects.toThrow('nothing is changed')
  await expect(db.deleteFrom('seal_log_nodes').execute()).rejects.toThrow(/nothing is (changed or )?deleted/)
})
