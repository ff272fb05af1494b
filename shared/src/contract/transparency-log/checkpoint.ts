import { encodeBase64 } from '../values/base64.ts'
import { readBase64 } from './note.ts'

/** A log's size and root at one moment (C2SP tlog-checkpoint). */
export interface LogCheckpoint {
  /** Identity of the log. */
  readonly origin: string
  readonly size: number
  /** 32 bytes. */
  readonly root: Uint8Array<ArrayBuffer>
}

const HASH_BYTES = 32

/** Decimal without leading zeros, up to 2^53. */
export const readCount = (text: string): number | undefined => {
  const count = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : undefined
  return Number.isSafeInteger(count) ? count : undefined
}

/** A base64 line; undefined unless it holds one SHA-256. */
export const readHashLine = (line: string): Uint8Array<ArrayBuffer> | undefined => {
  const bytes = readBase64(line)
  return bytes?.length === HASH_BYTES ? bytes : undefined
}

/** The text that the log signs, with its final newline. */
export const checkpointText = ({ origin, size, root }: LogCheckpoint): string =>
  `${origin}\n${size}\n${encodeBase64(root)}\n`

/** Extension lines are allowed and ignored. Undefined if it is no checkpoint. */
export const parseCheckpoint = (text: string): LogCheckpoint | undefined => {
  const [origin = '', sizeLine = '', rootLine = '', ...rest] = text.split('\n')
  const size = readCount(sizeLine)
  const root = readHashLine(rootLine)
  if (origin === '' || size === undefined || root === undefined || rest.pop() !== '') return undefined
  return rest.includes('') ? undefined : { origin, size, root }
}
