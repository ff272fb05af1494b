import { lazy } from 'react'

export const LazyNotFoundPage = lazy(() => import('./NotFoundPage.tsx'))
