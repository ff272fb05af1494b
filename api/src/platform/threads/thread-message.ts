import { types } from 'node:util'

export interface ThreadRequest {
  readonly name: string
  readonly request: object
  readonly moves: readonly string[]
}

/** Structured clones lose codes. */
export interface SentError {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  readonly facts: Readonly<Record<string, string | number>>
}

type Outcome =
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly error: SentError }

/** `spent`: the thread's CPU milliseconds so far. */
export type ThreadAnswer = Outcome & { readonly spent: number }

export type ToThread = ThreadRequest | 'end'

interface Packed<Value> {
  readonly message: Value
  readonly transfer: ArrayBuffer[]
}

const isWhole = (bytes: Uint8Array): boolean => bytes.byteLength === bytes.buffer.byteLength

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const packMember = (value: unknown, moves: boolean, transfer: ArrayBuffer[]): unknown => {
  if (types.isUint8Array(value)) {
    const own = isWhole(value) ? value : new Uint8Array(value)
    if ((moves || own !== value) && types.isArrayBuffer(own.buffer)) transfer.push(own.buffer)
    return own
  }
  if (Array.isArray(value)) return value.map((each) => packMember(each, false, transfer))
  return isPlain(value) ? packMembers(value, [], transfer) : value
}

const packMembers = <Value extends object>(value: Value, moves: readonly string[], transfer: ArrayBuffer[]): Value =>
  Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, packMember(member, moves.includes(key), transfer)]),
  ) as Value

/**
 * A clone of a view copies all of its buffer, which may be a pool
 * with other contents, so views are copied first.
 * @param moves members whose memory is handed over
 */
export const packMessage = <Value extends object>(value: Value, moves: readonly string[]): Packed<Value> => {
  const transfer: ArrayBuffer[] = []
  return { message: packMembers(value, moves, transfer), transfer }
}

const FACTS = ['code', 'syscall', 'errno', 'path'] as const

export const sendError = (error: unknown): SentError => {
  if (typeof error !== 'object' || error === null)
    return { name: 'Error', message: String(error), stack: undefined, facts: {} }
  const facts = FACTS.flatMap((key): [string, string | number][] => {
    const value: unknown = key in error ? error[key as keyof typeof error] : undefined
    return typeof value === 'string' || typeof value === 'number' ? [[key, value]] : []
  })
  const { name = 'Error', message = '', stack } = error as Partial<Error>
  return { name, message, stack, facts: Object.fromEntries(facts) }
}

export const receiveError = ({ name, message, stack, facts }: SentError): Error =>
  Object.assign(new Error(message), { name, ...(stack === undefined ? {} : { stack }) }, facts)
