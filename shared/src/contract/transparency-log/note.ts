import { decodeBase64, encodeBase64 } from '../values/base64.ts'
import type { HashBytes } from './merkle.ts'

/** Signature types of C2SP signed-note: a log's own, and a witness's with the time at which it signed. */
export const LOG_KEY = 1
export const WITNESS_KEY = 4

/** Ed25519 (RFC 8032). */
export interface NoteKey {
  readonly name: string
  /** First 4 bytes of a hash over name, type and key, hexadecimal. */
  readonly id: string
  readonly type: number
  readonly publicKey: Uint8Array<ArrayBuffer>
}

export interface NoteSignature {
  readonly name: string
  readonly keyId: string
  readonly signature: Uint8Array<ArrayBuffer>
}

/** Text with its final newline, and its signatures (C2SP signed-note). */
export interface SignedNote {
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

export interface NoteCrypto {
  readonly sha256: HashBytes
  /** Of Ed25519. */
  readonly verify: (
    publicKey: Uint8Array<ArrayBuffer>,
    message: Uint8Array<ArrayBuffer>,
    signature: Uint8Array<ArrayBuffer>,
  ) => boolean | Promise<boolean>
}

const SIGNATURES_MAX = 64
const NOTE_MAX_LENGTH = 100_000
const KEY_BYTES = 32
const SIGNATURE_BYTES = 64
const TIME_BYTES = 8
const ID_BYTES = 4
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Undefined for text that is not strictly base64. */
export const readBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  BASE64.test(text) ? decodeBase64(text) : undefined

const isKeyName = (name: string): boolean => name !== '' && !/[\s+]/u.test(name)

const keyIdOf = async (name: string, typed: Uint8Array, hash: HashBytes): Promise<string> =>
  hexOf((await hash(Uint8Array.from([...utf8(`${name}\n`), ...typed]))).slice(0, ID_BYTES))

/** @param type `LOG_KEY` or `WITNESS_KEY` */
export const noteKeyOf = async (
  name: string,
  type: number,
  publicKey: Uint8Array<ArrayBuffer>,
  hash: HashBytes,
): Promise<NoteKey> => ({ name, type, publicKey, id: await keyIdOf(name, Uint8Array.of(type, ...publicKey), hash) })

/** `name+id+base64`: the form in which operators exchange keys (C2SP signed-note, verifier keys). */
export const formatNoteKey = ({ name, id, type, publicKey }: NoteKey): string =>
  `${name}+${id}+${encodeBase64(Uint8Array.of(type, ...publicKey))}`

/** Undefined unless the text is a key of Ed25519 whose id is right. */
export const parseNoteKey = async (text: string, hash: HashBytes): Promise<NoteKey | undefined> => {
  const [, name = '', id = '', encoded = ''] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/u.exec(text) ?? []
  const typed = readBase64(encoded)
  const type = typed?.[0]
  if (!isKeyName(name) || typed === undefined || typed.length !== 1 + KEY_BYTES) return undefined
  if (type !== LOG_KEY && type !== WITNESS_KEY) return undefined
  const key = await noteKeyOf(name, type, typed.slice(1), hash)
  return key.id === id ? key : undefined
}

const parseSignature = (line: string): NoteSignature | undefined => {
  const [dash, name = '', encoded = '', ...rest] = line.split(' ')
  const bytes = readBase64(encoded)
  if (dash !== '—' || rest.length > 0 || !isKeyName(name) || bytes === undefined || bytes.length <= ID_BYTES)
    return undefined
  return { name, keyId: hexOf(bytes.slice(0, ID_BYTES)), signature: bytes.slice(ID_BYTES) }
}

/** Whole signature lines, each with its newline; undefined if one is not. */
export const parseSignatures = (lines: string): readonly NoteSignature[] | undefined => {
  if (!lines.endsWith('\n')) return undefined
  const parsed = lines.slice(0, -1).split('\n').map(parseSignature)
  const read = parsed.filter((signature) => signature !== undefined)
  return read.length === parsed.length && read.length <= SIGNATURES_MAX ? read : undefined
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the format forbids them
const CONTROL = /[\u0000-\u0009\u000b-\u001f]/

/** Undefined if it is no signed note. Says nothing about whether a signature is true. */
export const parseNote = (note: string): SignedNote | undefined => {
  const split = note.lastIndexOf('\n\n')
  if (split < 0 || note.length > NOTE_MAX_LENGTH || CONTROL.test(note)) return undefined
  const signatures = parseSignatures(note.slice(split + 2))
  return signatures === undefined ? undefined : { text: note.slice(0, split + 1), signatures }
}

export const formatSignature = ({ name, keyId, signature }: NoteSignature): string => {
  const id = keyId.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []
  return `— ${name} ${encodeBase64(Uint8Array.of(...id, ...signature))}\n`
}

export const formatNote = ({ text, signatures }: SignedNote): string =>
  `${text}\n${signatures.map(formatSignature).join('')}`

/** Bytes that a witness signs. @param time seconds since the epoch (C2SP tlog-cosignature) */
export const cosignedBytes = (text: string, time: number): Uint8Array<ArrayBuffer> =>
  utf8(`cosignature/v1\ntime ${time}\n${text}`)

/** @param signed 64 bytes over `cosignedBytes` */
export const cosignatureOf = (
  { name, id }: Pick<NoteKey, 'name' | 'id'>,
  time: number,
  signed: Uint8Array,
): NoteSignature => {
  const signature = new Uint8Array(TIME_BYTES + SIGNATURE_BYTES)
  new DataView(signature.buffer).setBigUint64(0, BigInt(time))
  signature.set(signed, TIME_BYTES)
  return { name, keyId: id, signature }
}

/** `time`: seconds since the epoch; undefined for a log's own signature, which states none. */
export type SignatureFinding =
  | { readonly kind: 'true'; readonly time: number | undefined }
  | { readonly kind: 'false' }
  | { readonly kind: 'missing' }

const judgeOne = async (
  { text }: SignedNote,
  { signature }: NoteSignature,
  { type, publicKey }: NoteKey,
  { verify }: NoteCrypto,
): Promise<SignatureFinding> => {
  const isWitness = type === WITNESS_KEY
  const start = isWitness ? TIME_BYTES : 0
  if (signature.length !== start + SIGNATURE_BYTES) return { kind: 'false' }
  const stated = isWitness ? Number(new DataView(signature.buffer, signature.byteOffset).getBigUint64(0)) : undefined
  if (stated !== undefined && !Number.isSafeInteger(stated)) return { kind: 'false' }
  const message = stated === undefined ? utf8(text) : cosignedBytes(text, stated)
  const holds = await verify(publicKey, message, signature.slice(start))
  return holds ? { kind: 'true', time: stated } : { kind: 'false' }
}

/** One false signature of a known key spoils the rest of that key. */
export const judgeKey = async (note: SignedNote, key: NoteKey, crypto: NoteCrypto): Promise<SignatureFinding> => {
  let found: SignatureFinding = { kind: 'missing' }
  for (const signature of note.signatures) {
    if (signature.name !== key.name || signature.keyId !== key.id) continue
    found = await judgeOne(note, signature, key, crypto)
    if (found.kind === 'false') return found
  }
  return found
}
