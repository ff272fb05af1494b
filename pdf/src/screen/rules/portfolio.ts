import type { Rule } from './rule.ts'

/** Shows attached files in place of pages (ISO 32000-1, 12.3.5). */
export const portfolio: Rule = {
  code: 'PDF_PORTFOLIO',
  dict: (dict, walk) => {
    const isCatalog = walk.names(dict, 'Type').includes('Catalog') || dict.entries.has('Pages')
    return isCatalog && walk.dicts(dict, 'Collection').length > 0 ? '/Collection' : undefined
  },
}
