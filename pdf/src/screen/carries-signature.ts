import type { LooseDict } from './loose-objects.ts'
import type { Walk } from './walk-objects.ts'

const BYTE_RANGE = '/ByteRange'
const SIGNATURES = ['Sig', 'DocTimeStamp']

/** A signature dictionary (ISO 32000-1, 12.8.1), or a signature field that has one. */
export const carriesSignature = (dict: LooseDict, walk: Walk): boolean =>
  dict.entries.has('ByteRange') ||
  (dict.entries.has('Contents') && walk.names(dict, 'Type').some((type) => SIGNATURES.includes(type))) ||
  (dict.entries.has('V') && walk.names(dict, 'FT').includes('Sig') && walk.get(dict, 'V').some((v) => v !== null))

/** Whether the file speaks of signed ranges anywhere, even where no object can be made out. */
export const includesByteRange = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(BYTE_RANGE)
