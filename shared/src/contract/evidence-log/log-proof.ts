import * as v from 'valibot'
import { Sha256Schema } from '../values/sha256.ts'
import { BEFORE_THE_FIRST, type HashText, type LogEntry } from './log.ts'
import { parseJson } from './parse-json.ts'

const CountSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Base64Schema = v.pipe(v.string(), v.base64())

/**
 * Extended key usage for log heads: an OID in the UUID arc
 * (ITU-T X.667).
 */
export const LOG_SIGNING_OID = '2.25.194244629776577319137503513470169171639'

/** Private key in the closing time stamp's dictionary. */
export const LOG_HEAD_KEY = 'TRZO_LogHead'

/** End of a log, which the platform signs. Field names are part of the signed text. */
export interface LogHead {
  readonly document_id: number
  readonly number: number
  readonly hash: string
  /** Above 1 for older logs. */
  readonly authenticated_from: number
  /** Milliseconds since the epoch. */
  readonly signed_at: number
}

/** The signed text. Bundles hold it for years: never change the form, add a new tag instead. */
export const headText = ({ document_id, number, hash, authenticated_from, signed_at }: LogHead): string =>
  JSON.stringify(['trazo-log-head-1', document_id, number, hash, authenticated_from, signed_at])

/** Heads of many logs under one time stamp. */
export interface LogBatch {
  /** From 1, per installation. */
  readonly number: number
  /** SHA-256; zeros for the first. */
  readonly previous: string
  /** Root of the hash tree over the heads. */
  readonly root: string
  readonly documents: number
  readonly made_at: number
}

/** Its SHA-256 gets a time stamp (RFC 3161). */
export const batchText = ({ number, previous, root, documents, made_at }: LogBatch): string =>
  JSON.stringify(['trazo-log-batch-1', number, previous, root, documents, made_at])

/** Hashed, a leaf of the batch's tree; its tag keeps a leaf from passing for a node. */
export const leafText = ({ document_id, number, hash }: Pick<LogHead, 'document_id' | 'number' | 'hash'>): string =>
  JSON.stringify(['trazo-log-leaf-1', document_id, number, hash])

const nodeText = (left: string, right: string): string => JSON.stringify(['trazo-log-node-1', left, right])

const StepSchema = v.strictObject({ side: v.picklist(['left', 'right']), hash: Sha256Schema })
export const PathSchema = v.array(StepSchema)
/** Siblings from the leaf to the root. */
export type ProofPath = v.InferOutput<typeof PathSchema>

/** @param leaf SHA-256, hexadecimal */
export const rootOfPath = async (leaf: string, path: ProofPath, sha256: HashText): Promise<string> => {
  let hash = leaf
  for (const { side, hash: sibling } of path)
    hash = await sha256(side === 'left' ? nodeText(sibling, hash) : nodeText(hash, sibling))
  return hash
}

interface Tree {
  readonly root: string
  readonly paths: readonly ProofPath[]
}

interface TreeNode {
  readonly hash: string
  /** Indexes of the leaves below. */
  readonly below: readonly number[]
}

/** A node without a sibling moves up unchanged. */
const parentsOf = async (level: readonly TreeNode[], sha256: HashText): Promise<TreeNode[]> => {
  const parents: TreeNode[] = []
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = level.slice(at, at + 2)
    if (left === undefined || right === undefined) return left === undefined ? parents : [...parents, left]
    const hash = await sha256(nodeText(left.hash, right.hash))
    parents.push({ hash, below: [...left.below, ...right.below] })
  }
  return parents
}

const addSiblings = (paths: readonly ProofPath[], level: readonly TreeNode[]): void => {
  for (const [at, { below }] of level.entries()) {
    const isLeft = at % 2 === 0
    const sibling = level[isLeft ? at + 1 : at - 1]
    if (sibling === undefined) continue
    for (const leaf of below) paths[leaf]?.push({ side: isLeft ? 'right' : 'left', hash: sibling.hash })
  }
}

/**
 * @param leaves SHA-256, hexadecimal
 * @returns the root, and a path for each leaf in the same order
 */
export const hashTree = async (leaves: readonly string[], sha256: HashText): Promise<Tree> => {
  const paths: ProofPath[] = leaves.map(() => [])
  let level: TreeNode[] = leaves.map((hash, index) => ({ hash, below: [index] }))
  while (level.length > 1) {
    addSiblings(paths, level)
    level = await parentsOf(level, sha256)
  }
  return { root: level[0]?.hash ?? BEFORE_THE_FIRST, paths }
}

const signed = {
  /** SHA-256 of the signing certificate. */
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
  /** Over the batch's text, base64. */
  token: Base64Schema,
})
/** Proof that a head was in a batch that has a time stamp. */
export type LogAnchor = v.InferOutput<typeof AnchorSchema>

/** `cabeza.json` of a bundle: proves the end of the log. */
const LogProofSchema = v.strictObject({
  version: v.literal(1),
  head: v.strictObject({
    document_id: CountSchema,
    number: CountSchema,
    hash: Sha256Schema,
    authenticated_from: CountSchema,
    signed_at: CountSchema,
    ...signed,
  }),
  /** With their chains: DER, base64. */
  certificates: v.array(Base64Schema),
  anchors: v.array(AnchorSchema),
})
/** Contents of `cabeza.json` in a bundle. */
export type LogProof = v.InferOutput<typeof LogProofSchema>

/** Undefined for anything else: the file comes from a stranger. */
export const parseLogProof = (text: string): LogProof | undefined => parseJson(LogProofSchema, text)

/** Why a log does not end, or did not go on, as its proof says. */
export type HeadFault =
  | { readonly kind: 'no-head' }
  /** Not signed by the platform. */
  | { readonly kind: 'forged-head' }
  /** Entries were removed, added or replaced. */
  | { readonly kind: 'other-end'; readonly stated: number; readonly found: number }
  /** Not signed by the platform, or the entry does not exist. */
  | { readonly kind: 'anchor'; readonly number: number }
  /** The closing time stamp names a head that the log never had. */
  | { readonly kind: 'seal' }

/** Whether the log has this hash at this number. */
export const namesEntry = (
  log: readonly LogEntry[],
  { number, hash }: { readonly number: number; readonly hash: string },
): boolean => number > 0 && log[number - 1]?.hash === hash

/** Whether the log ends at the head; its signature is checked elsewhere. */
export const judgeEnd = (log: readonly LogEntry[], head: LogHead): HeadFault | undefined => {
  const isEnd = head.number === log.length && namesEntry(log, head) && log[0]?.document_id === head.document_id
  return isEnd ? undefined : { kind: 'other-end', stated: head.number, found: log.length }
}
