import type { FindingCode } from '../finding.ts'
import type { LooseDict, LooseStream } from '../loose-objects.ts'
import type { DocumentWalk } from '../walk-objects.ts'

/**
 * Gets every dictionary, also nested ones and those of
 * streams.
 * @returns what it found, if anything
 */
export type DictCheck = (dict: LooseDict, walk: DocumentWalk) => string | undefined

type StreamCheck = (stream: LooseStream, walk: DocumentWalk) => string | undefined

type FileCheck = (bytes: Uint8Array) => string | undefined

/**
 * How to remove a finding from an unsigned document without
 * changing the pages.
 */
export type RuleRemoval =
  | { readonly kind: 'object' }
  /** Two keys name an entry of a nested dictionary. */
  | { readonly kind: 'entries'; readonly paths: readonly (readonly [string] | readonly [string, string])[] }
  /** Keeps the appearance of an annotation, without actions. */
  | { readonly kind: 'picture' }
  | { readonly kind: 'markup'; readonly keys: readonly string[] }

/**
 * Gets the dictionary of a flagged stream.
 * @returns undefined if a removal would change the pages
 */
export type RuleRemove = (dict: LooseDict, walk: DocumentWalk) => RuleRemoval | undefined

/** docs/decisions/0007-screening.md lists false positives. */
export interface ScreenRule {
  readonly code: FindingCode
  readonly remove?: RuleRemove
  readonly dict?: DictCheck
  readonly stream?: StreamCheck
  readonly file?: FileCheck
}

export const removeObject: RuleRemove = () => ({ kind: 'object' })

/** Removes the action, or these keys if the dictionary is no action itself. */
export const removeActionOr =
  (...keys: readonly string[]): RuleRemove =>
  (dict) =>
    dict.entries.has('S') ? { kind: 'object' } : { kind: 'entries', paths: keys.map((key) => [key] as const) }

/**
 * Matches actions of these types (ISO 32000-1, 12.6.4). /Type
 * is optional there.
 */
export const actionOf =
  (...types: readonly string[]): DictCheck =>
  (dict, walk) => {
    const found = walk.names(dict, 'S').find((type) => types.includes(type))
    return found === undefined ? undefined : `/S /${found}`
  }
