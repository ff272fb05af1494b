import { isLooseDict, isLooseStream, type LooseDict } from '../loose-objects.ts'
import type { DocumentWalk } from '../walk-objects.ts'
import { onlyFormats } from './javascript.ts'
import type { ScreenRule } from './rule.ts'

/**
 * Automatic events of documents, pages and annotations (ISO
 * 32000-1, 12.6.3).
 */
const BY_ITSELF = ['O', 'C', 'WC', 'WS', 'DS', 'WP', 'DP', 'PO', 'PC', 'PV', 'PI']
const NAVIGATION = ['NextPage', 'PrevPage', 'FirstPage', 'LastPage']

/** Many writers set a destination inside the document. */
const isHarmless = (action: LooseDict, walk: DocumentWalk): boolean => {
  const types = walk.names(action, 'S')
  // Without /S it is a misplaced destination, or nothing.
  return types.every((type) => {
    if (type === 'GoTo') return true
    if (type === 'Named') return walk.names(action, 'N').every((name) => NAVIGATION.includes(name))
    return type === 'JavaScript' && onlyFormats(action, walk)
  })
}

const actsBy = (dict: LooseDict, key: string, walk: DocumentWalk): boolean =>
  walk.get(dict, key).some((value) => {
    const action = isLooseStream(value) ? value.dict : value
    return isLooseDict(action) && !isHarmless(action, walk)
  })

const actingEntries = (dict: LooseDict, walk: DocumentWalk): (readonly [string] | readonly [string, string])[] => [
  ...(actsBy(dict, 'OpenAction', walk) ? [['OpenAction'] as const] : []),
  ...walk.dicts(dict, 'AA').flatMap((events) =>
    // /C of a form field, its calculation, is automatic, too.
    BY_ITSELF.filter((key) => actsBy(events, key, walk)).map((key) => ['AA', key] as const),
  ),
]

/** Actions that run when the document or a page opens (ISO 32000-1, 12.6.3). */
export const autoAction: ScreenRule = {
  code: 'PDF_AUTO_ACTION',
  remove: (dict, walk) => ({ kind: 'entries', paths: actingEntries(dict, walk) }),
  dict: (dict, walk) =>
    actingEntries(dict, walk)[0]
      ?.map((key) => `/${key}`)
      .join(' '),
}
