import { lazyPart } from 'shared/remote'

const load = () => import(/* webpackChunkName: "added" */ './ExternalRemotePages.tsx')

export const LazyExternalRemotePages = lazyPart(async () => ({ default: (await load()).ExternalRemotePages }))

const NoItems = () => null
export const LazyExternalRemoteItems = lazyPart(async () => ({ default: (await load()).ExternalRemoteItems }), NoItems)
