import { Suspense } from 'react'
import { lazyPart } from 'shared/remote'
import { StrokeLoader } from 'shared/ui'
import type { TemplatesTabProps } from './TemplatesTab.tsx'

const TemplatesTab = lazyPart(async () => {
  const { TemplatesTab: tab } = await import(/* webpackChunkName: "templates" */ './TemplatesTab.tsx')
  return { default: tab }
})

export function LazyTemplatesTab(props: TemplatesTabProps) {
  return (
    <Suspense fallback={<StrokeLoader text="Cargando…" />}>
      <TemplatesTab {...props} />
    </Suspense>
  )
}
