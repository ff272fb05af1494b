import { lazy } from 'react'

/** The not-found page, for whoever may need it: its bytes come when it is shown. */
export const LazyNotFoundPage = lazy(() => import('./NotFoundPage.tsx'))
