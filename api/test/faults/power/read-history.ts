import { resolve } from 'node:path'
import type { DiskChange, DiskEvent, DiskHistory, DiskNode } from './disk-event.ts'
import { growTree, type LiveTree } from './live-tree.ts'
import type { Trace, TracedCall } from './read-trace.ts'

interface OpenFile {
  /** Undefined: not durable, as the shared memory of SQLite's log. */
  readonly node: DiskNode | undefined
  readonly flags: string
  offset: number
}

interface Reader {
  readonly root: string
  readonly tree: LiveTree
  readonly open: Map<string, OpenFile>
  readonly sizes: Map<DiskNode, number>
}

type Handler = (reader: Reader, call: TracedCall, args: readonly string[]) => readonly DiskChange[]

/** SQLite builds it again from the log. */
const isVolatile = (path: string): boolean => path.endsWith('-shm')

const decode = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
const encodePath = (path: string): string => Buffer.from(path).toString('hex').replaceAll(/../g, '\\x$&')
const stringOf = (arg = ''): Buffer => decode(/^"([^"]*)"/.exec(arg)?.[1] ?? '')
const fdOf = (arg = ''): string => /^\d+/.exec(arg)?.[0] ?? ''

/** `AT_FDCWD</work>, "name"`, or a path alone. */
const pathOf = (folder: string | undefined, path: string | undefined): string =>
  resolve(decode(/<([^>]*)>/.exec(folder ?? '')?.[1] ?? '').toString(), stringOf(path).toString())

const refuse = ({ name, args }: TracedCall, why: string): never => {
  throw new Error(`${name}(${args.slice(0, 300)}): ${why}`)
}

const fileOf = (reader: Reader, call: TracedCall, arg: string | undefined): OpenFile =>
  reader.open.get(`${call.process}:${fdOf(arg)}`) ?? refuse(call, 'this file was opened in a way that is not traced')

/** A call without an answer may have done all that it was asked to do. */
const lengthOf = ({ result }: TracedCall, asked: number): number => result ?? asked

const writeAt = (reader: Reader, call: TracedCall, arg: string | undefined, at: number, all: Buffer): DiskChange[] => {
  const { node } = fileOf(reader, call, arg)
  const bytes = all.subarray(0, lengthOf(call, all.length))
  if (bytes.length < lengthOf(call, all.length)) refuse(call, 'the trace holds too few bytes')
  if (node === undefined) return []
  reader.sizes.set(node, Math.max(reader.sizes.get(node) ?? 0, at + bytes.length))
  return [{ kind: 'write', node, offset: at, bytes }]
}

const append = (reader: Reader, call: TracedCall, arg: string | undefined, bytes: Buffer): DiskChange[] => {
  const file = fileOf(reader, call, arg)
  if (file.flags.includes('O_RDWR')) refuse(call, 'its position is not known')
  if (file.flags.includes('O_APPEND')) file.offset = reader.sizes.get(file.node ?? -1) ?? 0
  const at = file.offset
  file.offset += lengthOf(call, bytes.length)
  return writeAt(reader, call, arg, at, bytes)
}

const vectorOf = (args: string): Buffer =>
  Buffer.concat([...args.matchAll(/iov_base="([^"]*)"/g)].map(([, hex = '']) => decode(hex)))

const resize = (reader: Reader, node: DiskNode | undefined, size: number): DiskChange[] => {
  if (node === undefined) return []
  reader.sizes.set(node, size)
  return [{ kind: 'resize', node, size }]
}

const openPath = (reader: Reader, call: TracedCall, path: string, flags: string): DiskChange[] => {
  const found = reader.tree.find(path)
  if (found === undefined) return []
  const isNew = found.node === undefined && flags.includes('O_CREAT')
  const node = isVolatile(path) ? undefined : isNew ? reader.tree.create('file') : found.node
  if (node === undefined && !isVolatile(path)) refuse(call, 'this file was never made')
  if (call.result !== undefined) reader.open.set(`${call.process}:${call.result}`, { node, flags, offset: 0 })
  if (node === undefined) return []
  if (isNew) {
    reader.tree.set(found, node)
    return [{ kind: 'name', entry: { folder: found.folder, name: found.name }, node }]
  }
  return flags.includes('O_TRUNC') ? resize(reader, node, 0) : []
}

const makeFolder = ({ tree }: Reader, path: string): DiskChange[] => {
  const found = tree.find(path)
  if (found === undefined) return []
  const node = tree.create('folder')
  tree.set(found, node)
  return [{ kind: 'name', entry: { folder: found.folder, name: found.name }, node }]
}

const unname = ({ tree }: Reader, path: string): DiskChange[] => {
  const found = tree.find(path)
  if (found?.node === undefined || isVolatile(path)) return []
  tree.set(found, undefined)
  return [{ kind: 'unname', entry: { folder: found.folder, name: found.name }, node: found.node }]
}

const move = ({ tree }: Reader, call: TracedCall, from: string, to: string): DiskChange[] => {
  const [source, target] = [tree.find(from), tree.find(to)]
  if (source?.node === undefined || target === undefined) return refuse(call, 'one of its names is not known')
  tree.set(source, undefined)
  tree.set(target, source.node)
  return [{ kind: 'rename', from: source, to: target, node: source.node }]
}

const linkTo = ({ tree }: Reader, call: TracedCall, from: string, to: string): DiskChange[] => {
  const [source, target] = [tree.find(from), tree.find(to)]
  if (source?.node === undefined || target === undefined) return refuse(call, 'one of its names is not known')
  tree.set(target, source.node)
  return [{ kind: 'name', entry: { folder: target.folder, name: target.name }, node: source.node }]
}

const sync: Handler = (reader, call, [fd]) => {
  const { node } = fileOf(reader, call, fd)
  // Without an answer nothing is certain.
  return node === undefined || call.result === undefined ? [] : [{ kind: 'sync', node }]
}

const mapped: Handler = (reader, call, args) => {
  const isWritable = call.args.includes('PROT_WRITE') && call.args.includes('MAP_SHARED')
  if (isWritable && fileOf(reader, call, args[4]).node !== undefined) refuse(call, 'writes to memory are not traced')
  return []
}

const close: Handler = ({ open }, { process }, [fd]) => {
  open.delete(`${process}:${fdOf(fd)}`)
  return []
}

const handlers: Readonly<Record<string, Handler>> = {
  open: (reader, call, [path, flags = '']) => openPath(reader, call, pathOf(undefined, path), flags),
  openat: (reader, call, [at, path, flags = '']) => openPath(reader, call, pathOf(at, path), flags),
  close,
  write: (reader, call, [fd, text]) => append(reader, call, fd, stringOf(text)),
  writev: (reader, call, [fd]) => append(reader, call, fd, vectorOf(call.args)),
  pwrite64: (reader, call, [fd, text, , at]) => writeAt(reader, call, fd, Number(at), stringOf(text)),
  pwritev: (reader, call, args) => writeAt(reader, call, args[0], Number(args.at(-1)), vectorOf(call.args)),
  ftruncate: (reader, call, [fd, size]) => resize(reader, fileOf(reader, call, fd).node, Number(size)),
  fsync: sync,
  fdatasync: sync,
  mkdir: (reader, _, [path]) => makeFolder(reader, pathOf(undefined, path)),
  mkdirat: (reader, _, [at, path]) => makeFolder(reader, pathOf(at, path)),
  rmdir: (reader, _, [path]) => unname(reader, pathOf(undefined, path)),
  unlink: (reader, _, [path]) => unname(reader, pathOf(undefined, path)),
  unlinkat: (reader, _, [at, path]) => unname(reader, pathOf(at, path)),
  rename: (reader, call, [from, to]) => move(reader, call, pathOf(undefined, from), pathOf(undefined, to)),
  link: (reader, call, [from, to]) => linkTo(reader, call, pathOf(undefined, from), pathOf(undefined, to)),
  mmap: mapped,
}

/** A file is named in `<>` after its number, or as text; bytes that are written may name it too. */
const aboutFilesIn = (root: string): ((call: TracedCall) => boolean) => {
  const mark = encodePath(root).replaceAll('\\', '\\\\')
  const [numbered, named] = [new RegExp(`<${mark}(?:\\\\x2f|>)`), new RegExp(`"${mark}(?:\\\\x2f|")`)]
  return ({ name, args }) => numbered.test(args) || (!/^p?write/.test(name) && named.test(args))
}

/** `ioctl` asks what kind of file it is; only the clones of files write. */
const isHarmless = ({ name, args }: TracedCall): boolean => name === 'ioctl' && !args.includes('FICLONE')

/**
 * The changes of the files below a folder that was empty at first.
 * @throws Error for a change that it cannot follow: a call that it does not know is never passed over
 */
export const readHistory = ({ calls }: Trace, root: string): DiskHistory => {
  const reader: Reader = { root, tree: growTree(root), open: new Map(), sizes: new Map() }
  const isAbout = aboutFilesIn(root)
  const events: DiskEvent[] = []
  for (const call of calls) {
    if ((call.result ?? 0) < 0) continue
    if (call.name === 'io_uring_setup' && call.args.includes('IORING_SETUP_SQPOLL'))
      refuse(call, 'its writes are not traced')
    if (!isAbout(call) || isHarmless(call)) continue
    const handle = handlers[call.name] ?? refuse(call, 'this call is not known')
    for (const change of handle(reader, call, call.args.split(', ')))
      events.push({ ...change, start: 2 * call.start, end: 2 * call.end + 1 })
  }
  return { events, folders: reader.tree.folders }
}
