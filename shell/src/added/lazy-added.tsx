import { lazyPart } from 'shared/remote'

const load = () => import(/* webpackChunkName: "added" */ './AddedPages.tsx')

export const LazyAddedPages = lazyPart(async () => ({ default: (await load()).AddedPages }))

const NoItems = () => null
export const LazyAddedItems = lazyPart(async () => ({ default: (await load()).AddedItems }), NoItems)
