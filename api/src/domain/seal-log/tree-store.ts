import {
  consistencyRanges,
  type EntryRange,
  emptyRoot,
  inclusionRanges,
  leafHashOf,
  rootOfHashes,
  rootOfRange,
} from 'shared/contract/transparency-log'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { noteCrypto } from './note-crypto.ts'

/** Hashes of a full tile (C2SP tlog-tiles). */
export const TILE_WIDTH = 256
/** Rows of one statement. */
const INSERT_MAX = 500

const { sha256 } = noteCrypto

type Bytes = Uint8Array<ArrayBuffer>

const fromHex = (hex: string): Bytes => new Uint8Array(Buffer.from(hex, 'hex'))

/** Nodes `start` up to, not including, `end` of one level. @throws Error if one is missing: the tree was damaged */
const readNodes = async (
  db: ApiDatabase,
  tree: number,
  level: number,
  { start, end }: EntryRange,
): Promise<readonly Bytes[]> => {
  const rows = await db
    .selectFrom('seal_log_nodes')
    .select(['position', 'hash'])
    .where('tree', '=', tree)
    .where('level', '=', level)
    .where('position', '>=', start)
    .where('position', '<', end)
    .orderBy('position')
    .execute()
  if (rows.length !== end - start) throw new Error(`the seal log misses nodes of level ${level} from ${start}`)
  return rows.map(({ hash }) => fromHex(hash))
}

/** The highest level at which complete nodes make up so many entries. */
const levelOf = (count: number): { readonly level: number; readonly width: number } => {
  let [level, width] = [0, 1]
  while (width * TILE_WIDTH <= count) [level, width] = [level + 1, width * TILE_WIDTH]
  return { level, width }
}

const rootOfEntries = (db: ApiDatabase, tree: number, range: EntryRange): Promise<Uint8Array> =>
  rootOfRange(
    range,
    async ({ start, end }) => {
      const { level, width } = levelOf(end - start)
      const nodes = await readNodes(db, tree, level, { start: start / width, end: end / width })
      return rootOfHashes(nodes, sha256)
    },
    sha256,
  )

export const rootOfTree = async (db: ApiDatabase, tree: number, size: number): Promise<Bytes> =>
  new Uint8Array(size === 0 ? await emptyRoot(sha256) : await rootOfEntries(db, tree, { start: 0, end: size }))

const hashesOf = async (db: ApiDatabase, tree: number, ranges: readonly EntryRange[]): Promise<readonly Bytes[]> => {
  const hashes: Bytes[] = []
  for (const range of ranges) hashes.push(new Uint8Array(await rootOfEntries(db, tree, range)))
  return hashes
}

/** That the tree of `size` entries holds entry `index`. */
export const proveInclusion = (db: ApiDatabase, tree: number, index: number, size: number) =>
  hashesOf(db, tree, inclusionRanges(index, size))

/** That the tree of `newSize` entries extends that of `oldSize`; empty for 0 (C2SP tlog-witness). */
export const proveExtension = (db: ApiDatabase, tree: number, oldSize: number, newSize: number) =>
  hashesOf(db, tree, oldSize === 0 ? [] : consistencyRanges(oldSize, newSize))

const insertNodes = async (
  db: ApiDatabase,
  tree: number,
  level: number,
  { start, hashes }: { readonly start: number; readonly hashes: readonly Uint8Array[] },
): Promise<void> => {
  const rows = hashes.map((hash, at) => ({
    tree,
    level,
    position: start + at,
    hash: Buffer.from(hash).toString('hex'),
  }))
  for (let from = 0; from < rows.length; from += INSERT_MAX)
    await db
      .insertInto('seal_log_nodes')
      .values(rows.slice(from, from + INSERT_MAX))
      .execute()
}

/**
 * Adds entries behind `size` others, and the nodes of every tile that becomes full.
 * @param entries as published
 */
export const appendEntries = async (
  transaction: ApiDatabase,
  tree: number,
  size: number,
  entries: readonly Uint8Array[],
): Promise<void> => {
  let start = size
  let hashes: readonly Uint8Array[] = await Promise.all(entries.map((entry) => leafHashOf(entry, sha256)))
  for (let level = 0; hashes.length > 0; level += 1) {
    await insertNodes(transaction, tree, level, { start, hashes })
    const first = Math.floor(start / TILE_WIDTH)
    const end = Math.floor((start + hashes.length) / TILE_WIDTH)
    const roots: Uint8Array[] = []
    for (let tile = first; tile < end; tile += 1) {
      const range = { start: tile * TILE_WIDTH, end: (tile + 1) * TILE_WIDTH }
      roots.push(await rootOfHashes(await readNodes(transaction, tree, level, range), sha256))
    }
    start = first
    hashes = roots
  }
}
