import fc from 'fast-check'
import { asciiBytes, concatBytes } from 'pdf'

const TOKENS = [
  ...[
    'obj',
    'endobj',
    'stream',
    'endstream',
    'xref',
    'trailer',
    'startxref',
    '%%EOF',
    'R',
    'null',
    '<<',
    '>>',
    '[',
    ']',
  ],
  ...['/Length', '/Filter', '/FlateDecode', '/Prev', '/XRefStm', '/Kids', '/Parent', '/Count', '/Root', '/ByteRange'],
  ...['/Contents', '/Type', '/ObjStm', '/First', '/N', '/W', '/Index', '/Size', '/AcroForm', '/Fields', '/Annots'],
  ...['-1', '0', '1', '65535', '2147483648', '99999999999999999999', '1e9', '(', ')', '<', '\n', '\0'],
].map((token) => asciiBytes(token))

type Change =
  | { readonly kind: 'set'; readonly at: number; readonly value: number }
  | { readonly kind: 'token'; readonly at: number; readonly token: Uint8Array }
  | { readonly kind: 'cut'; readonly at: number; readonly length: number }
  | { readonly kind: 'repeat'; readonly at: number; readonly length: number; readonly times: number }
  | { readonly kind: 'number'; readonly at: number; readonly digits: string }

const at = fc.nat()
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('set'), at, value: fc.nat(255) }),
  fc.record({ kind: fc.constant('token'), at, token: fc.constantFrom(...TOKENS) }),
  fc.record({ kind: fc.constant('cut'), at, length: fc.nat(2000) }),
  fc.record({ kind: fc.constant('repeat'), at, length: fc.nat(500), times: fc.integer({ min: 2, max: 200 }) }),
  fc.record({ kind: fc.constant('number'), at, digits: fc.constantFrom('0', '1', '7', '9999999999', '-5', '3.7') }),
)

/** PDF structure depends on numbers. */
const numberAfter = (bytes: Uint8Array, offset: number): readonly [from: number, to: number] | undefined => {
  const isDigit = (index: number): boolean => {
    const byte = bytes[index] ?? 0
    return byte >= 0x30 && byte <= 0x39
  }
  let from = offset
  while (from < bytes.length && !isDigit(from)) from += 1
  if (from === bytes.length) return undefined
  let to = from
  while (isDigit(to)) to += 1
  return [from, to]
}

const replace = (bytes: Uint8Array, from: number, to: number, ...by: Uint8Array[]): Uint8Array =>
  concatBytes([bytes.subarray(0, from), ...by, bytes.subarray(to)])

const apply = (bytes: Uint8Array, made: Change): Uint8Array => {
  if (bytes.length === 0) return bytes
  const place = made.at % bytes.length
  switch (made.kind) {
    case 'set':
      return replace(bytes, place, place + 1, Uint8Array.of(made.value))
    case 'token':
      return replace(bytes, place, place, made.token)
    case 'cut':
      return replace(bytes, place, Math.min(bytes.length, place + made.length))
    case 'repeat': {
      const piece = bytes.subarray(place, place + made.length)
      return replace(bytes, place, place, ...Array<Uint8Array>(made.times).fill(piece))
    }
    case 'number': {
      const [from, to] = numberAfter(bytes, place) ?? [0, 0]
      return to === 0 ? bytes : replace(bytes, from, to, asciiBytes(made.digits))
    }
  }
}

export const changes = fc.array(change, { minLength: 1, maxLength: 8 })

export const mutate = (bytes: Uint8Array, made: readonly Change[]): Uint8Array => made.reduce(apply, bytes)
