import type { LooseDict } from './loose-objects.ts'
import type { Walk } from './walk-objects.ts'

const BYTE_RANGE = '/ByteRange'
const SIGNATURES = ['Sig', 'DocTimeStamp']

/** Signature dictionary (ISO 32000-1, 12.8.1), or a field with one. */
export const carriesSignature = (dict: LooseDict, walk: Walk): boolean =>
  dict.entries.has('ByteRange') ||
  (dict.entries.has('Contents') && walk.names(dict, 'Type').some((type) => SIGNATURES.includes(type))) ||
  (dict.entries.has('V') && walk.names(dict, 'FT').includes('Sig') && walk.get(dict, 'V').some((v) => v !== null))

/** Also finds signed ranges outside of readable objects. */
export const includesByteRange = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(BYTE_RANGE)
