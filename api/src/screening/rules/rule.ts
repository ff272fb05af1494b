import type { FindingCode } from '../finding.ts'
import type { LooseDict, LooseStream } from '../loose-objects.ts'
import type { Walk } from '../walk-objects.ts'

/** Looks at one dictionary, nested ones and those of streams included; answers what it saw, or undefined. */
export type DictCheck = (dict: LooseDict, walk: Walk) => string | undefined

/** Looks at one stream. */
export type StreamCheck = (stream: LooseStream, walk: Walk) => string | undefined

/** Looks at the raw bytes. */
export type FileCheck = (bytes: Uint8Array) => string | undefined

/** One kind of finding and how it is recognised. False positives are listed in docs/decisions/0007-screening.md. */
export interface Rule {
  readonly code: FindingCode
  /** Whether it could be taken out without changing what the pages show. */
  readonly removable: boolean
  readonly dict?: DictCheck
  readonly stream?: StreamCheck
  readonly file?: FileCheck
}

/** An action dictionary of one of these types (ISO 32000-1, 12.6.4). /Type is optional there, so it says nothing. */
export const actionOf =
  (...types: readonly string[]): DictCheck =>
  (dict, walk) => {
    const found = walk.names(dict, 'S').find((type) => types.includes(type))
    return found === undefined ? undefined : `/S /${found}`
  }
