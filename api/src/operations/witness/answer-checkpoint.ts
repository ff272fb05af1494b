import {
  emptyRoot,
  formatSignature,
  isExtension,
  judgeKey,
  type LogCheckpoint,
  parseCheckpoint,
  parseNote,
  parseNoteKey,
  readBase64,
  type SignedNote,
} from 'shared/contract/transparency-log'
import { noteCrypto } from '../../domain/seal-log/note-crypto.ts'
import { SECOND_MS } from '../../platform/clock.ts'
import { type HeldState, type WitnessState, witnessSigner } from './witness-state.ts'

export interface WitnessReply {
  readonly status: number
  readonly type: string
  readonly body: string
}

const TEXT = 'text/plain; charset=utf-8'
const HASH_BYTES = 32
/** Hashes of one proof (C2SP tlog-witness). */
const PROOF_MAX = 63

const reply = (status: number, body: string, type = TEXT): WitnessReply => ({ status, type, body })

interface AddRequest {
  readonly oldSize: number
  readonly proof: readonly Uint8Array[]
  readonly text: string
  readonly note: SignedNote
  readonly checkpoint: LogCheckpoint
}

const readRequest = (body: string): AddRequest | undefined => {
  const split = body.indexOf('\n\n')
  const [first = '', ...lines] = body.slice(0, split).split('\n')
  const [, size] = /^old (0|[1-9]\d{0,15})$/.exec(first) ?? []
  const proof = lines.map(readBase64).filter((hash) => hash?.length === HASH_BYTES)
  const text = body.slice(split + 2)
  const note = parseNote(text)
  const checkpoint = note && parseCheckpoint(note.text)
  if (split < 0 || size === undefined || proof.length !== lines.length || proof.length > PROOF_MAX) return undefined
  if (note === undefined || checkpoint === undefined || Number(size) > checkpoint.size) return undefined
  return { oldSize: Number(size), proof: proof.filter((hash) => hash !== undefined), text, note, checkpoint }
}

type KnownLog = WitnessState['logs'][string]

const rootOfLast = async ({ note }: KnownLog): Promise<Uint8Array> => {
  const last = note === null ? undefined : parseCheckpoint(parseNote(note)?.text ?? '')
  return last?.root ?? emptyRoot(noteCrypto.sha256)
}

const refuse = async (known: KnownLog, { oldSize, proof, note, checkpoint }: AddRequest) => {
  const key = await parseNoteKey(known.key, noteCrypto.sha256)
  const isSigned = key !== undefined && (await judgeKey(note, key, noteCrypto)).kind === 'true'
  if (!isSigned) return reply(403, 'the log has not signed this checkpoint\n')
  if (oldSize !== known.size) return reply(409, `${known.size}\n`, 'text/x.tlog.size')
  const last = { size: known.size, root: await rootOfLast(known) }
  if (await isExtension(last, checkpoint, proof, noteCrypto.sha256)) return undefined
  return checkpoint.size === known.size
    ? reply(409, 'a tree of this size has another root\n')
    : reply(422, 'the proof does not show an extension of the last checkpoint\n')
}

/**
 * `add-checkpoint` (C2SP tlog-witness): signs only an extension of the last tree that it signed. Call it for one
 * request at a time. @param now milliseconds since the epoch
 */
export const answerCheckpoint = async (held: HeldState, body: string, now: number): Promise<WitnessReply> => {
  const request = readRequest(body)
  if (request === undefined) return reply(400, 'malformed request\n')
  const state = held.state()
  const { checkpoint, note, text } = request
  const known = Object.hasOwn(state.logs, checkpoint.origin) ? state.logs[checkpoint.origin] : undefined
  if (known === undefined) return reply(404, 'unknown log\n')
  const refusal = await refuse(known, request)
  if (refusal !== undefined) return refusal
  const signer = await witnessSigner(state)
  const signature = formatSignature(signer.sign(note.text, Math.floor(now / SECOND_MS)))
  const seen = { ...known, size: checkpoint.size, note: text }
  await held.save({ ...state, logs: { ...state.logs, [checkpoint.origin]: seen } })
  return reply(200, signature)
}

/** The last note that it signed, for the log's operator, who learns from it that a database is older. */
export const answerLast = ({ state }: HeldState, origin: string | null): WitnessReply => {
  const { logs } = state()
  const note = origin !== null && Object.hasOwn(logs, origin) ? logs[origin]?.note : undefined
  return typeof note === 'string' ? reply(200, note) : reply(404, 'unknown log\n')
}
