export interface FindState {
  readonly query: string
  readonly kind: 'idle' | 'searching' | 'done'
  readonly counts: ReadonlyMap<number, number>
  readonly unread: number
  readonly current: { readonly page: number; readonly index: number } | undefined
}

export interface PageCount {
  readonly page: number
  readonly count: number | undefined
}

export type FindAction =
  | { readonly type: 'asked'; readonly query: string }
  | { readonly type: 'read'; readonly pages: readonly PageCount[] }
  | { readonly type: 'finished' }
  | { readonly type: 'next' }
  | { readonly type: 'previous' }

export const noFind: FindState = { query: '', kind: 'idle', counts: new Map(), unread: 0, current: undefined }

export const readingOrder = (from: number, pageCount: number): number[] =>
  Array.from({ length: pageCount }, (_, index) => ((from - 1 + index) % pageCount) + 1)

const pagesWithMatches = ({ counts }: FindState): number[] => [...counts.keys()].sort((a, b) => a - b)

export const totalOf = ({ counts }: FindState): number => [...counts.values()].reduce((sum, count) => sum + count, 0)

/** From 1; 0 without a match. */
export const ordinalOf = (find: FindState): number => {
  const { counts, current } = find
  if (!current) return 0
  const before = pagesWithMatches(find).filter((page) => page < current.page)
  return before.reduce((sum, page) => sum + (counts.get(page) ?? 0), current.index + 1)
}

const countMatches = (find: FindState, pages: readonly PageCount[]): FindState => {
  const counts = new Map(find.counts)
  for (const { page, count = 0 } of pages) if (count > 0) counts.set(page, count)
  const first = pages.find(({ count = 0 }) => count > 0)
  const unread = find.unread + pages.filter(({ count }) => count === undefined).length
  return { ...find, counts, unread, current: find.current ?? (first && { page: first.page, index: 0 }) }
}

const step = (find: FindState, by: 1 | -1): FindState => {
  const { current, counts } = find
  if (!current) return find
  const index = current.index + by
  if (index >= 0 && index < (counts.get(current.page) ?? 0)) return { ...find, current: { ...current, index } }
  const pages = pagesWithMatches(find)
  const page = pages.at((pages.indexOf(current.page) + by) % pages.length) ?? current.page
  return { ...find, current: { page, index: by === 1 ? 0 : (counts.get(page) ?? 1) - 1 } }
}

export const findReducer = (find: FindState, action: FindAction): FindState => {
  switch (action.type) {
    case 'asked':
      return { ...noFind, query: action.query, kind: action.query === '' ? 'idle' : 'searching' }
    case 'read':
      return countMatches(find, action.pages)
    case 'finished':
      return { ...find, kind: 'done' }
    case 'next':
      return step(find, 1)
    case 'previous':
      return step(find, -1)
  }
}

export const findMessage = (find: FindState): string => {
  const { kind, current, unread } = find
  if (kind === 'idle') return ''
  if (!current && kind === 'searching') return 'Buscando…'
  const missing = unread > 0 ? ` No se pudo leer el texto de ${unread} página(s).` : ''
  if (!current) return `Sin coincidencias.${missing}`
  const more = kind === 'searching' ? '…' : ''
  return `Coincidencia ${ordinalOf(find)} de ${totalOf(find)}${more}, página ${current.page}.${missing}`
}
