import { decodeTextString } from '../../syntax/index.ts'
import type { LooseDict } from '../loose-objects.ts'
import type { DocumentWalk } from '../walk-objects.ts'
import { judgeAddress } from './address.ts'
import { removeActionOr, type ScreenRule } from './rule.ts'

/** Characters that are judged. */
const LONGEST_ADDRESS = 4096
/** Characters of the address in a finding. */
const LONGEST_SHOWN = 60

const addressesOf = (dict: LooseDict, key: string, walk: DocumentWalk): string[] =>
  walk.strings(dict, key).map((bytes) => decodeTextString(bytes.subarray(0, LONGEST_ADDRESS)))

/**
 * Schemes that run code, read files or start programs (ISO
 * 32000-1, 12.6.4.7).
 */
export const uriRule: ScreenRule = {
  code: 'PDF_MALICIOUS_URI',
  remove: removeActionOr('URI', 'Base'),
  dict: (dict, walk) => {
    for (const key of ['URI', 'Base']) {
      if (key === 'Base' && dict.entries.has('S')) continue
      for (const address of addressesOf(dict, key, walk)) {
        const verdict = judgeAddress(address)
        if (verdict.kind === 'dangerous') return `/${key} (${verdict.scheme}:…)`
      }
    }
    return undefined
  },
}

const printable = (address: string): string =>
  address
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_SHOWN)

/** Relative addresses, local files, misspelt schemes. */
export const brokenLinksOf = (dict: LooseDict, walk: DocumentWalk): string[] =>
  dict.entries.has('URI')
    ? addressesOf(dict, 'URI', walk)
        .filter((address) => judgeAddress(address).kind === 'broken')
        .map(printable)
    : []
