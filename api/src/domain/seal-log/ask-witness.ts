import type { NoteSignature, WitnessPolicy } from 'shared/contract/transparency-log'
import { formatNote, judgeKey, parseNote, parseSignatures, type SignedNote } from 'shared/contract/transparency-log'
import { SECOND_MS } from '../../platform/clock.ts'
import { readLimited } from '../../platform/fetch-limited.ts'
import { noteCrypto } from './note-crypto.ts'

type Witness = WitnessPolicy['witnesses'][number]

/** Milliseconds for one exchange. */
const WITNESS_TIME_LIMIT = 5 * SECOND_MS
/** Of an answer. */
const ANSWER_MAX_BYTES = 64 * 1024
const SIZE_TYPE = 'text/x.tlog.size'

interface WitnessReply {
  readonly status: number
  readonly type: string
  readonly text: string
}

const readReply = async (response: Response): Promise<WitnessReply> => ({
  status: response.status,
  type: response.headers.get('content-type')?.split(';')[0]?.trim() ?? '',
  text: Buffer.from(await readLimited(response, ANSWER_MAX_BYTES)).toString(),
})

const ask = async (url: string, init: RequestInit): Promise<WitnessReply> =>
  readReply(await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(WITNESS_TIME_LIMIT) }))

const prefixOf = ({ url }: Witness): string => (url ?? '').replace(/\/+$/, '')

export type WitnessAnswer =
  | { readonly kind: 'signed'; readonly signature: NoteSignature }
  /** Its last tree has another size than the request said. */
  | { readonly kind: 'has-size'; readonly size: number }
  /** It does not take the checkpoint for an extension of its last tree. */
  | { readonly kind: 'contradicts' }
  | { readonly kind: 'failed'; readonly reason: string }

const trueSignature = async (
  { key }: Witness,
  { text }: SignedNote,
  lines: string,
): Promise<NoteSignature | undefined> => {
  for (const signature of parseSignatures(lines) ?? []) {
    if (signature.name !== key.name || signature.keyId !== key.id) continue
    const judged = await judgeKey({ text, signatures: [signature] }, key, noteCrypto)
    if (judged.kind === 'true') return signature
  }
  return undefined
}

const readAnswer = async (witness: Witness, note: SignedNote, reply: WitnessReply): Promise<WitnessAnswer> => {
  const { status, type, text } = reply
  if (status === 200) {
    const signature = await trueSignature(witness, note, text)
    return signature === undefined
      ? { kind: 'failed', reason: 'the witness did not sign the checkpoint' }
      : { kind: 'signed', signature }
  }
  const size = Number(text.trim())
  if (status === 409 && type === SIZE_TYPE && Number.isSafeInteger(size)) return { kind: 'has-size', size }
  if (status === 409 || status === 422) return { kind: 'contradicts' }
  return { kind: 'failed', reason: `the witness answered with status ${status}` }
}

/** One request `add-checkpoint` (C2SP tlog-witness). @param proof of extension, from `oldSize` */
export const submitCheckpoint = async (
  witness: Witness,
  note: SignedNote,
  { oldSize, proof }: { readonly oldSize: number; readonly proof: readonly Uint8Array[] },
): Promise<WitnessAnswer> => {
  const lines = proof.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('')
  const body = `old ${oldSize}\n${lines}\n${formatNote(note)}`
  try {
    return await readAnswer(witness, note, await ask(`${prefixOf(witness)}/add-checkpoint`, { method: 'POST', body }))
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * The last checkpoint that a witness has signed, if it tells (`pnpm witness` does; the protocol does not ask it to).
 * Its signatures are not checked here.
 */
export const readLastCheckpoint = async (witness: Witness, origin: string): Promise<SignedNote | undefined> => {
  try {
    const url = `${prefixOf(witness)}/last-checkpoint?origin=${encodeURIComponent(origin)}`
    const { status, text } = await ask(url, { method: 'GET' })
    return status === 200 ? parseNote(text) : undefined
  } catch {
    return undefined
  }
}
