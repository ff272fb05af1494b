import { lazy, Suspense } from 'react'
import { StrokeLoader } from 'shared/ui'

// Few read it: it travels with no other page.
const Page = lazy(() => import(/* webpackChunkName: "privacy" */ './PrivacyPage.tsx'))

/** `/privacidad`. */
export function PrivacyPage() {
  return (
    <Suspense fallback={<StrokeLoader text="Cargando…" />}>
      <Page />
    </Suspense>
  )
}
