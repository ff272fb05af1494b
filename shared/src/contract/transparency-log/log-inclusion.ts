import { encodeBase64 } from '../values/base64.ts'
import { readCount, readHashLine } from './checkpoint.ts'
import { readBase64 } from './note.ts'

/** That a log holds an entry, for readers without a network (C2SP tlog-proof). */
export interface LogInclusion {
  /** Not proven: data from which the reader computes the entry. */
  readonly extra: Uint8Array<ArrayBuffer>
  /** From 0. */
  readonly index: number
  readonly proof: readonly Uint8Array<ArrayBuffer>[]
  /** A signed note with its signatures, verbatim. */
  readonly checkpoint: string
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1'
/** A tree of 2^63 entries needs no more. */
const HASHES_MAX = 63

export const formatInclusion = ({ extra, index, proof, checkpoint }: LogInclusion): string =>
  [FIRST_LINE, `extra ${encodeBase64(extra)}`, `index ${index}`, ...proof.map(encodeBase64), '', checkpoint].join('\n')

const valueIn = (line: string | undefined, name: string): string | undefined =>
  line?.startsWith(`${name} `) ? line.slice(name.length + 1) : undefined

/** Undefined if the text is no proof. */
export const parseInclusion = (text: string): LogInclusion | undefined => {
  const split = text.indexOf('\n\n')
  const [first, ...lines] = text.slice(0, split).split('\n')
  const extra = valueIn(lines[0], 'extra')
  const [indexLine, ...hashLines] = extra === undefined ? lines : lines.slice(1)
  const extraBytes = readBase64(extra ?? '')
  const index = readCount(valueIn(indexLine, 'index') ?? '')
  const hashes = hashLines.map(readHashLine).filter((hash) => hash !== undefined)
  if (split < 0 || first !== FIRST_LINE || extraBytes === undefined || index === undefined) return undefined
  if (hashes.length !== hashLines.length || hashes.length > HASHES_MAX) return undefined
  return { extra: extraBytes, index, proof: hashes, checkpoint: text.slice(split + 2) }
}
