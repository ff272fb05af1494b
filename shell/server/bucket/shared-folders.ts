import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hashHex } from 'shared/server'
import { isMissing, type OpenBucket } from 'shared/server/s3'
import * as v from 'valibot'
import { KEPT_RECORD } from '../registry/check-release.ts'
import { ReleaseError } from '../registry/release-error.ts'
import type { SharedFolder, SharedReleases } from '../registry/release-store.ts'
import { makeFolder, writeNew } from '../release-files/copy-folder.ts'
import { fileTypeOf, uncompressedName } from '../release-files/file-types.ts'
import { type FolderPath, isPlain, listBelow, readBelow } from '../release-files/open-below.ts'
import { RETENTION_DAY_MS } from '../release-files/remove-folder.ts'

const FileSchema = v.pipe(
  v.string(),
  v.check((file) => isPlain(file) && fileTypeOf(uncompressedName(file)) !== undefined),
)
const HashSchema = v.pipe(v.string(), v.hexadecimal(), v.length(64))

/** SHA-256 by file. */
const IndexSchema = v.object({ files: v.record(FileSchema, HashSchema) })
type FolderIndex = Readonly<Record<string, string>>

const indexText = (index: FolderIndex): string =>
  JSON.stringify({ files: Object.fromEntries(Object.entries(index).sort(([a], [b]) => (a < b ? -1 : 1))) })

const parseIndex = (text: string): FolderIndex | undefined => {
  try {
    return v.parse(IndexSchema, JSON.parse(text)).files
  } catch {
    return undefined
  }
}

interface Folders {
  readonly bucket: OpenBucket
  /** Keys below it: `folders/<path>.json`, `files/<sha256>`. */
  readonly prefix: string
  readonly root: string
}

const AT_ONCE = 8
const PATH = /^\w+\/\w[\w.+-]*$/

const inBatches = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  for (let start = 0; start < items.length; start += AT_ONCE)
    await Promise.all(items.slice(start, start + AT_ONCE).map(work))
}

const damaged = (path: string, why: string): ReleaseError =>
  new ReleaseError('damaged', `${path} está alterado en el almacenamiento: ${why}. No se usa.`)

const indexKey = ({ prefix }: Folders, path: string): string => {
  if (!PATH.test(path)) throw new ReleaseError('unknown', `${path} no es el nombre de una versión.`)
  return `${prefix}folders/${path}.json`
}

const fileKey = ({ prefix }: Folders, hash: string): string => `${prefix}files/${hash}`

const readIndex = async (folders: Folders, path: string): Promise<FolderIndex | undefined> => {
  const object = await folders.bucket.readVersion(indexKey(folders, path))
  if (typeof object !== 'object') return undefined
  const index = parseIndex(Buffer.from(object.bytes).toString('utf8'))
  if (!index) throw damaged(path, 'su índice no se puede leer')
  return index
}

const readFile = async (folders: Folders, path: string, hash: string): Promise<Buffer> => {
  const bytes = await folders.bucket.read(fileKey(folders, hash)).catch((error: unknown) => {
    throw isMissing(error) ? damaged(path, 'falta') : error
  })
  if (hashHex(bytes) !== hash) throw damaged(path, 'no es lo que se publicó')
  return Buffer.from(bytes)
}

const indexOnDisk = async (place: FolderPath): Promise<FolderIndex> => {
  const { files = [] } = (await listBelow(place)) ?? {}
  const index: Record<string, string> = {}
  await inBatches(files, async (file) => {
    const content = await readBelow(place, file)
    if (content) index[file] = hashHex(content)
  })
  return index
}

/** `release.json` has the date of one machine. */
const refuseOther = (path: string, present: FolderIndex, own: FolderIndex): void => {
  const textOf = ({ [KEPT_RECORD]: _dated, ...files }: FolderIndex): string => indexText(files)
  if (textOf(present) !== textOf(own))
    throw new ReleaseError('refused', `${path} ya está en el almacenamiento con otros archivos. Construye de nuevo.`)
}

const push = async (folders: Folders, path: string): Promise<void> => {
  const { bucket, root } = folders
  const index = await indexOnDisk({ root, path })
  const present = await readIndex(folders, path)
  if (present) return refuseOther(path, present, index)
  await inBatches(Object.entries(index), async ([file, hash]) => {
    const content = await readBelow({ root, path }, file)
    if (!content || hashHex(content) !== hash) throw damaged(`${path}/${file}`, 'cambió mientras se enviaba')
    await bucket.write(fileKey(folders, hash), content)
  })
  const isFirst =
    (await bucket.replace(indexKey(folders, path), Buffer.from(indexText(index)), undefined)) !== undefined
  if (!isFirst) refuseOther(path, (await readIndex(folders, path)) ?? index, index)
}

const pull = async (folders: Folders, path: string, problemIn: (copy: FolderPath) => Promise<string | undefined>) => {
  const { root } = folders
  const index = existsSync(join(root, path)) ? undefined : await readIndex(folders, path)
  if (!index) return existsSync(join(root, path))
  await makeFolder({ root, path }, async (copy, folder) => {
    await inBatches(Object.entries(index), async ([file, hash]) =>
      writeNew(join(folder, file), await readFile(folders, `${path}/${file}`, hash)),
    )
    const problem = await problemIn(copy)
    if (problem !== undefined) throw damaged(path, problem)
  })
  return true
}

const list = async ({ bucket, prefix }: Folders): Promise<SharedFolder[]> => {
  const start = `${prefix}folders/`
  return (await bucket.list(start)).flatMap(({ key, writtenAt }) => {
    const path = key.slice(start.length).replace(/\.json$/, '')
    return PATH.test(path) ? [{ path, lastUsed: writtenAt }] : []
  })
}

/** Lists the files first: a folder that comes later keeps its own. */
const sweep = async (folders: Folders, now: Date): Promise<void> => {
  const { bucket } = folders
  const files = await bucket.list(fileKey(folders, ''))
  const used = new Set<string>()
  for (const { path } of await list(folders))
    for (const hash of Object.values((await readIndex(folders, path)) ?? {})) used.add(fileKey(folders, hash))
  const isOld = (written: number | undefined) => written !== undefined && now.getTime() - written > RETENTION_DAY_MS
  // It may have come in again.
  for (const { key } of files) if (!used.has(key) && isOld(await bucket.writtenAt(key))) await bucket.remove(key)
}

export const sharedFolders = (
  folders: Folders,
): Pick<SharedReleases, 'push' | 'pull' | 'list' | 'touch' | 'remove' | 'sweep'> => {
  const { bucket } = folders
  return {
    push: (path) => push(folders, path),
    pull: (path, problemIn) => pull(folders, path, problemIn),
    list: () => list(folders),
    touch: async (path) => {
      const index = await readIndex(folders, path)
      if (index) await bucket.write(indexKey(folders, path), Buffer.from(indexText(index)))
    },
    remove: (path) => bucket.remove(indexKey(folders, path)),
    sweep: (now) => sweep(folders, now),
  }
}
