import type { FindingCode } from '../finding.ts'
import type { LooseDict, LooseStream } from '../loose-objects.ts'
import type { Walk } from '../walk-objects.ts'

/** Looks at one dictionary, nested ones and those of streams included; answers what it saw, or undefined. */
export type DictCheck = (dict: LooseDict, walk: Walk) => string | undefined

/** Looks at one stream. */
type StreamCheck = (stream: LooseStream, walk: Walk) => string | undefined

/** Looks at the raw bytes. */
type FileCheck = (bytes: Uint8Array) => string | undefined

/** How a finding is taken out of a document that nobody has signed. What the pages show stays. */
export type Removal =
  /** The dictionary or stream goes, and with it every reference to it. */
  | { readonly kind: 'object' }
  /** These entries of it go; a path of two keys is an entry of the dictionary behind the first. */
  | { readonly kind: 'entries'; readonly paths: readonly (readonly [string] | readonly [string, string])[] }
  /** An annotation stays as the picture that it shows, without what it does. */
  | { readonly kind: 'picture' }
  /** The texts of these entries lose what is markup in them. */
  | { readonly kind: 'markup'; readonly keys: readonly string[] }

/** Answers how what was seen in this dictionary (of a stream, where a stream was looked at) is taken out. */
export type Remove = (dict: LooseDict, walk: Walk) => Removal

/** One kind of finding and how it is recognised. False positives are listed in docs/decisions/0007-screening.md. */
export interface Rule {
  readonly code: FindingCode
  /** Absent where it cannot be taken out without changing what the pages show. */
  readonly remove?: Remove
  readonly dict?: DictCheck
  readonly stream?: StreamCheck
  readonly file?: FileCheck
}

/** Actions and the like: nothing is left of them. */
export const removeObject: Remove = () => ({ kind: 'object' })

/** An action as a whole; where the dictionary is none, just these entries. */
export const removeActionOr =
  (...keys: readonly string[]): Remove =>
  (dict) =>
    dict.entries.has('S') ? { kind: 'object' } : { kind: 'entries', paths: keys.map((key) => [key] as const) }

/** An action dictionary of one of these types (ISO 32000-1, 12.6.4). /Type is optional there, so it says nothing. */
export const actionOf =
  (...types: readonly string[]): DictCheck =>
  (dict, walk) => {
    const found = walk.names(dict, 'S').find((type) => types.includes(type))
    return found === undefined ? undefined : `/S /${found}`
  }
