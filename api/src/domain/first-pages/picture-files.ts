import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissingFile } from 'shared/server'
import * as v from 'valibot'
import { type Clock, HOUR_MS } from '../../platform/clock.ts'
import { makePrivateFolder } from '../../platform/storage/private-files.ts'
import { KEPT_BYTES, KEPT_FOR } from './constants.ts'
import type { DrawnPage } from './draw-task.ts'

const HeadSchema = v.object({
  /** Bytes; 0: the page cannot be drawn. A power cut can leave fewer than that. */
  size: v.number(),
  width: v.number(),
  height: v.number(),
  pages: v.number(),
})

export interface PictureKey {
  readonly sha256: string
  /** From 1. */
  readonly page: number
  /** Pixels. */
  readonly width: number
}

/** Pictures that can be drawn again: no back-up has them, and any of them may be missing. */
export interface PictureFiles {
  read(key: PictureKey): Promise<DrawnPage | undefined>
  keep(key: PictureKey, drawn: DrawnPage): Promise<void>
  /** Removes those of revisions that are gone, and the oldest beyond the limits. */
  sweep(existing: (hashes: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>
}

/** Hash, width, and the number of another page than the first. */
const NAME = /^([0-9a-f]{64})-\d+(?:-\d+)?$/

const decode = (file: Uint8Array): DrawnPage | undefined => {
  const end = file.indexOf(0x0a)
  if (end < 0) return undefined
  const { size, ...page } = v.parse(HeadSchema, JSON.parse(Buffer.from(file.subarray(0, end)).toString('utf8')))
  const picture = file.subarray(end + 1)
  return picture.length === size ? { ...page, picture: size === 0 ? undefined : picture } : undefined
}

const encode = ({ picture, ...page }: DrawnPage): Uint8Array => {
  const head = v.parse(HeadSchema, { ...page, size: picture?.length ?? 0 })
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), picture ?? new Uint8Array()])
}

const SWEPT_AT_ONCE = 200

interface KeptFile {
  readonly path: string
  readonly sha256: string
  readonly size: number
  /** Milliseconds: last drawn or shown. */
  readonly used: number
}

const listKept = async (folder: string): Promise<KeptFile[]> => {
  const found: KeptFile[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const status = await stat(path).catch(() => undefined)
    if (status) found.push({ path, sha256: NAME.exec(name)?.[1] ?? '', size: status.size, used: status.mtimeMs })
  }
  return found.toSorted((a, b) => b.used - a.used)
}

/** A file without a hash is being written, or a crash left it. */
const isWanted = ({ sha256, used }: KeptFile, known: ReadonlySet<string>, now: number): boolean =>
  sha256 === '' ? used > now - HOUR_MS : known.has(sha256) && used >= now - KEPT_FOR

export const openPictureFiles = async (folder: string, clock: Clock): Promise<PictureFiles> => {
  await makePrivateFolder(folder)
  const pathOf = ({ sha256, page, width }: PictureKey): string =>
    join(folder, `${sha256}-${width}${page === 1 ? '' : `-${page}`}`)
  const touch = (path: string): Promise<void> => utimes(path, clock() / 1000, clock() / 1000)
  return {
    read: async (key) => {
      const path = pathOf(key)
      try {
        const drawn = decode(await readFile(path))
        if (drawn !== undefined) await touch(path)
        return drawn
      } catch (error) {
        if (isMissingFile(error) || error instanceof SyntaxError || v.isValiError(error)) return undefined
        throw error
      }
    },
    keep: async (key, drawn) => {
      const temporary = join(folder, `new-${randomUUID()}`)
      await writeFile(temporary, encode(drawn), { mode: 0o600, flush: true })
      await touch(temporary)
      await rename(temporary, pathOf(key))
    },
    sweep: async (existing) => {
      const kept = await listKept(folder)
      let bytes = 0
      for (let from = 0; from < kept.length; from += SWEPT_AT_ONCE) {
        const some = kept.slice(from, from + SWEPT_AT_ONCE)
        const known = await existing(some.map(({ sha256 }) => sha256))
        for (const file of some) {
          const stays = isWanted(file, known, clock()) && bytes + file.size <= KEPT_BYTES
          if (stays) bytes += file.size
          else await rm(file.path, { force: true })
        }
      }
    },
  }
}
