import { lazyPart } from 'shared/remote'

/** Most accounts see cards. */
const loadRows = () => import(/* webpackChunkName: "rows" */ './DocumentListRow.tsx')

/** Before the documents have arrived. A failure shows when the rows do. */
export const preloadRows = (): void => void loadRows().catch(() => undefined)

export const LazyDocumentRow = lazyPart(async () => ({ default: (await loadRows()).DocumentListRow }))
export const LazyRowHeader = lazyPart(async () => ({ default: (await loadRows()).RowHeader }))
