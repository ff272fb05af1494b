import { decodeLatin1, decodeTextString } from '../../syntax/index.ts'
import type { LooseDict } from '../loose-objects.ts'
import type { DocumentWalk } from '../walk-objects.ts'
import type { ScreenRule } from './rule.ts'

/** Characters. */
const LONGEST_ADDRESS = 4096
/** URL, UNC path, or the PDF notation of one. */
const REMOTE = /^\s*(?:[a-z][a-z0-9+.-]*:[\\/]{1,2}|[\\/]{2}|file:)/i
const FILE_KEYS = ['F', 'UF', 'DOS', 'Mac', 'Unix']

/** 8.10.4: a reference XObject shows a page of another file. */
const refersToPage = (dict: LooseDict, walk: DocumentWalk): boolean =>
  walk.dicts(dict, 'Ref').some((ref) => ref.entries.has('F') && ref.entries.has('Page'))

/** Network addresses of files (ISO 32000-1, 7.11) reveal the reader. */
export const remoteFile: ScreenRule = {
  code: 'PDF_MALICIOUS_REMOTE_FILE',
  remove: (dict, walk) => (refersToPage(dict, walk) ? { kind: 'entries', paths: [['Ref']] } : { kind: 'object' }),
  dict: (dict, walk) => {
    if (walk.names(dict, 'FS').includes('URL')) return '/FS /URL'
    for (const key of FILE_KEYS) {
      for (const bytes of walk.strings(dict, key)) {
        const address = decodeTextString(bytes.subarray(0, LONGEST_ADDRESS))
        if (REMOTE.test(address) || REMOTE.test(decodeLatin1(bytes, 0, Math.min(bytes.length, 32))))
          return `/${key} ${address.slice(0, 60)}`
      }
    }
    return refersToPage(dict, walk) ? '/Ref' : undefined
  },
}
