import { lazyPart } from 'shared/remote'

export const LazyNotFoundPage = lazyPart(() => import('./NotFoundPage.tsx'))
