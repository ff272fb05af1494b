import { Suspense } from 'react'
import { lazyPart } from 'shared/remote'
import { StrokeLoader } from 'shared/ui'

// Rarely read, so in its own chunk.
const Page = lazyPart(() => import(/* webpackChunkName: "privacy" */ './PrivacyPage.tsx'))

export function PrivacyPage() {
  return (
    <Suspense fallback={<StrokeLoader text="Cargando…" />}>
      <Page />
    </Suspense>
  )
}
