import * as v from 'valibot'
import { BEFORE_THE_FIRST, type LogEntry, type Sha256 } from './log.ts'

const Sha256Schema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const CountSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Base64Schema = v.pipe(v.string(), v.base64())

/** Extended key usage of the certificate that signs log heads: an own OID under the UUID arc (ITU-T X.667). */
export const LOG_SIGNING_OID = '2.25.194244629776577319137503513470169171639'

/** What the platform states about the end of a document's log. */
export interface LogHead {
  readonly document_id: number
  /** Number and hash of the newest entry. */
  readonly number: number
  readonly hash: string
  /** First entry that was authenticated when it was written; 1 unless the log is older than this mechanism. */
  readonly authenticated_from: number
  /** Milliseconds since the epoch. */
  readonly signed_at: number
}

/** The text that the platform signs for a head. */
export const headText = ({ document_id, number, hash, authenticated_from, signed_at }: LogHead): string =>
  JSON.stringify(['trazo-log-head-1', document_id, number, hash, authenticated_from, signed_at])

/** What the platform states about the heads of many logs at one moment. */
export interface LogBatch {
  /** Counts from 1 within the installation. */
  readonly number: number
  /** SHA-256 of the previous batch's text; zeros for the first. */
  readonly previous: string
  /** Root of the hash tree over the heads. */
  readonly root: string
  /** How many heads there are. */
  readonly documents: number
  readonly made_at: number
}

/** The text that the platform signs, and whose SHA-256 is time-stamped (RFC 3161). */
export const batchText = ({ number, previous, root, documents, made_at }: LogBatch): string =>
  JSON.stringify(['trazo-log-batch-1', number, previous, root, documents, made_at])

/** A leaf of a batch's hash tree. */
export const leafText = ({ document_id, number, hash }: Pick<LogHead, 'document_id' | 'number' | 'hash'>): string =>
  JSON.stringify(['trazo-log-leaf-1', document_id, number, hash])

const nodeText = (left: string, right: string): string => JSON.stringify(['trazo-log-node-1', left, right])

const StepSchema = v.strictObject({ side: v.picklist(['left', 'right']), hash: Sha256Schema })
/** The siblings from a leaf up to the root, and on which side each stands. */
export const PathSchema = v.array(StepSchema)
export type Path = v.InferOutput<typeof PathSchema>

/** The root that a leaf and its path lead to. */
export const rootOfPath = async (leaf: string, path: Path, sha256: Sha256): Promise<string> => {
  let hash = leaf
  for (const { side, hash: sibling } of path)
    hash = await sha256(side === 'left' ? nodeText(sibling, hash) : nodeText(hash, sibling))
  return hash
}

interface Tree {
  readonly root: string
  /** In the order of the leaves. */
  readonly paths: readonly Path[]
}

/** Hash tree over leaves; a node without a sibling moves up as it is. */
export const hashTree = async (leaves: readonly string[], sha256: Sha256): Promise<Tree> => {
  const paths: Path[] = leaves.map(() => [])
  let level = leaves.map((hash, index) => ({ hash, below: [index] }))
  while (level.length > 1) {
    const above: typeof level = []
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]]
      if (left === undefined) break
      if (right === undefined) {
        above.push(left)
        break
      }
      for (const leaf of left.below) paths[leaf]?.push({ side: 'right', hash: right.hash })
      for (const leaf of right.below) paths[leaf]?.push({ side: 'left', hash: left.hash })
      above.push({ hash: await sha256(nodeText(left.hash, right.hash)), below: [...left.below, ...right.below] })
    }
    level = above
  }
  return { root: level[0]?.hash ?? BEFORE_THE_FIRST, paths }
}

const signed = {
  /** SHA-256 of the certificate whose key signed. */
  key: Sha256Schema,
  /** ECDSA-Sig-Value (RFC 3279) over SHA-256, base64. */
  signature: Base64Schema,
}

const AnchorSchema = v.strictObject({
  number: CountSchema,
  hash: Sha256Schema,
  path: PathSchema,
  batch: v.strictObject({
    number: CountSchema,
    previous: Sha256Schema,
    root: Sha256Schema,
    documents: CountSchema,
    made_at: CountSchema,
    ...signed,
  }),
  /** RFC 3161 token over the batch's text, base64. */
  token: Base64Schema,
})
export type Anchor = v.InferOutput<typeof AnchorSchema>

/** `cabeza.json` of a bundle: proves where the log ends, without any secret. */
export const LogProofSchema = v.strictObject({
  version: v.literal(1),
  head: v.strictObject({
    document_id: CountSchema,
    number: CountSchema,
    hash: Sha256Schema,
    authenticated_from: CountSchema,
    signed_at: CountSchema,
    ...signed,
  }),
  /** Of the keys that signed, with what leads to the root: DER, base64. */
  certificates: v.array(Base64Schema),
  anchors: v.array(AnchorSchema),
})
export type LogProof = v.InferOutput<typeof LogProofSchema>

/** @returns undefined if the text is no proof */
export const parseLogProof = (text: string): LogProof | undefined => {
  try {
    const parsed = v.safeParse(LogProofSchema, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** What contradicts the end of a log. */
export type HeadFault =
  | { readonly kind: 'no-head' }
  /** The signature is not the platform's. */
  | { readonly kind: 'forged-head' }
  /** The head names another end: entries were cut, added or replaced. */
  | { readonly kind: 'other-end'; readonly stated: number; readonly found: number }
  /** An anchor is not the platform's, or names an entry that is not there. */
  | { readonly kind: 'anchor'; readonly number: number }
  /** The time stamp that closes the document names a head that the log never had. */
  | { readonly kind: 'seal' }

/** Whether a head or an anchor names an entry of this log. */
export const namesEntry = (
  log: readonly LogEntry[],
  { number, hash }: { readonly number: number; readonly hash: string },
): boolean => number > 0 && log[number - 1]?.hash === hash

/** Whether a head is about the very end of this log. */
export const judgeEnd = (log: readonly LogEntry[], head: LogHead): HeadFault | undefined => {
  const isEnd = head.number === log.length && namesEntry(log, head) && log[0]?.document_id === head.document_id
  return isEnd ? undefined : { kind: 'other-end', stated: head.number, found: log.length }
}
