import { lazy, Suspense } from 'react'
import { StrokeLoader } from 'shared/ui'

// Rarely read, so in its own chunk.
const Page = lazy(() => import(/* webpackChunkName: "privacy" */ './PrivacyPage.tsx'))

export function PrivacyPage() {
  return (
    <Suspense fallback={<StrokeLoader text="Cargando…" />}>
      <Page />
    </Suspense>
  )
}
