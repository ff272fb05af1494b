import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { TILE_WIDTH } from './tree-store.ts'

export interface TileRequest {
  readonly level: number | 'entries'
  readonly number: number
  /** Of a tile that is not full yet. */
  readonly width: number | undefined
}

/** `x001/x234/067`: three digits each, without needless zeros (C2SP tlog-tiles). Undefined for another form. */
const tileNumber = (place: string): number | undefined => {
  const digits = place.replaceAll(/[x/]/g, '')
  const isForm = /^(?:x\d{3}\/)*\d{3}$/.test(place) && !place.startsWith('x000')
  const number = Number(digits)
  return isForm && Number.isSafeInteger(number) ? number : undefined
}

const PATH = /^(entries|[0-9]|[1-5][0-9]|6[0-3])\/([x0-9/]+)(?:\.p\/([1-9][0-9]{0,2}))?$/

/** Of `<L>/<N>[.p/<W>]`. */
export const readTilePath = (path: string): TileRequest | undefined => {
  const [, level = '', place = '', widthText] = PATH.exec(path) ?? []
  const number = tileNumber(place)
  const width = widthText === undefined ? undefined : Number(widthText)
  if (number === undefined || (width ?? 1) >= TILE_WIDTH) return undefined
  return { level: level === 'entries' ? level : Number(level), number, width }
}

/** Without the tree's statement, which has no row. */
const publishedEntries = async (db: ApiDatabase, tree: number, start: number, count: number): Promise<Buffer[]> => {
  const statement =
    start === 0
      ? await db.selectFrom('seal_log_trees').select('statement').where('number', '=', tree).executeTakeFirst()
      : undefined
  const rows = await db
    .selectFrom('seal_log_entries')
    .select('entry')
    .where('tree', '=', tree)
    .where('position', '>=', start)
    .where('position', '<', start + count)
    .orderBy('position')
    .execute()
  const first = statement?.statement ?? null
  return [...(first === null ? [] : [Buffer.from(first)]), ...rows.map(({ entry }) => Buffer.from(entry, 'hex'))]
}

const withLength = (entry: Buffer): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(entry.length)
  return Buffer.concat([length, entry])
}

/** @returns undefined if the tree has not so many nodes, or its entries moved to a later tree */
export const readTile = async (
  db: ApiDatabase,
  tree: number,
  { level, number, width = TILE_WIDTH }: TileRequest,
): Promise<Buffer | undefined> => {
  const start = number * TILE_WIDTH
  if (level === 'entries') {
    const entries = await publishedEntries(db, tree, start, width)
    return entries.length === width ? Buffer.concat(entries.map(withLength)) : undefined
  }
  const rows = await db
    .selectFrom('seal_log_nodes')
    .select('hash')
    .where('tree', '=', tree)
    .where('level', '=', level)
    .where('position', '>=', start)
    .where('position', '<', start + width)
    .orderBy('position')
    .execute()
  return rows.length === width ? Buffer.from(rows.map(({ hash }) => hash).join(''), 'hex') : undefined
}

export const newestNote = async (db: ApiDatabase, tree: number): Promise<string | undefined> => {
  const newest = db.selectFrom('seal_log_checkpoints').select('note').where('tree', '=', tree)
  return (await newest.orderBy('size', 'desc').limit(1).executeTakeFirst())?.note
}
