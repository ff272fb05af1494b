import { isLooseDict, isLooseStream, type LooseDict } from '../loose-objects.ts'
import type { DocumentWalk } from '../walk-objects.ts'
import type { ScreenRule } from './rule.ts'

const isNote = (dict: LooseDict, walk: DocumentWalk): boolean => walk.names(dict, 'Subtype').includes('FileAttachment')

/** Attached files (ISO 32000-1, 7.11.4) are invisible to signers. */
export const embeddedFile: ScreenRule = {
  code: 'PDF_MALICIOUS_EMBEDDED_FILE',
  remove: (dict, walk) => ({ kind: isNote(dict, walk) ? 'picture' : 'object' }),
  dict: (dict, walk) => {
    if (walk.dicts(dict, 'EF').length > 0) return '/EF'
    if (isNote(dict, walk)) return '/Subtype /FileAttachment'
    if (walk.names(dict, 'Type').includes('EmbeddedFile')) return '/Type /EmbeddedFile'
    return walk.get(dict, 'RF').some((value) => isLooseDict(value) || isLooseStream(value)) ? '/RF' : undefined
  },
}

/** Shows attached files in place of pages (ISO 32000-1, 12.3.5). */
export const portfolioRule: ScreenRule = {
  code: 'PDF_PORTFOLIO',
  dict: (dict, walk) => {
    const isCatalog = walk.names(dict, 'Type').includes('Catalog') || dict.entries.has('Pages')
    return isCatalog && walk.dicts(dict, 'Collection').length > 0 ? '/Collection' : undefined
  },
}
