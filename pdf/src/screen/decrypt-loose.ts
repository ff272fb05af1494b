import { type DocumentEncryption, PdfError } from '../syntax/index.ts'
import {
  isLooseArray,
  isLooseDict,
  isLooseName,
  isLooseStream,
  isLooseString,
  type LooseArray,
  type LooseDict,
  type LooseObject,
} from './loose-objects.ts'

interface LoosePlace {
  readonly num: number
  readonly gen: number
}

/** Undefined for bytes that no reader could decrypt. */
const attempt = (decrypt: () => Uint8Array): Uint8Array | undefined => {
  try {
    return decrypt()
  } catch (error) {
    if (error instanceof PdfError) return undefined
    throw error
  }
}

const nameAt = ({ entries }: LooseDict, key: string): string | undefined =>
  entries.get(key)?.flatMap((value) => (isLooseName(value) ? [value.value] : []))[0]

const firstsOf = ({ entries }: LooseDict, key: string): readonly LooseObject[] =>
  (entries.get(key) ?? []).flatMap((value) => (isLooseArray(value) ? value.items.slice(0, 1) : [value]))

function cryptFilterOf(dict: LooseDict): string | undefined {
  const isCrypt = firstsOf(dict, 'Filter').some((filter) => isLooseName(filter) && filter.value === 'Crypt')
  const [parameters] = firstsOf(dict, 'DecodeParms')
  if (!isCrypt) return undefined
  return (isLooseDict(parameters) ? nameAt(parameters, 'Name') : undefined) ?? 'Identity'
}

/** Decrypts an object as the reader does; a string that cannot be decrypted stays as it is. */
export function decryptLoose(encryption: DocumentEncryption, place: LoosePlace, object: LooseObject): LooseObject {
  const mapDict = (dict: LooseDict): LooseDict => ({
    ...dict,
    entries: new Map([...dict.entries].map(([key, values]) => [key, values.map(map)])),
    strays: dict.strays.map(map),
  })
  const map = (value: LooseObject): LooseObject => {
    if (isLooseString(value)) {
      return { kind: 'string', bytes: attempt(() => encryption.decryptString(place, value.bytes)) ?? value.bytes }
    }
    if (isLooseArray(value)) return { kind: 'array', items: value.items.map(map) } satisfies LooseArray
    return isLooseDict(value) ? mapDict(value) : value
  }
  if (place.num === encryption.dictionary) return object
  if (!isLooseStream(object)) return map(object)
  const described = { type: nameAt(object.dict, 'Type'), cryptFilter: cryptFilterOf(object.dict) }
  const decryptWhole = (data: Uint8Array) => attempt(() => encryption.decryptStream(place, described, data))
  const decrypt = (data: Uint8Array) => decryptWhole(data) ?? decryptWhole(data.subarray(0, data.length & ~15))
  return { ...object, dict: mapDict(object.dict), decrypt }
}
