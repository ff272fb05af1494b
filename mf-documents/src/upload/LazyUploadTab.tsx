import { Suspense, useState } from 'react'
import { lazyPart } from 'shared/remote'
import { StrokeLoader } from 'shared/ui'
import type { UploadTabProps } from './UploadTab.tsx'

const UploadTab = lazyPart(async () => {
  const { UploadTab: tab } = await import(/* webpackChunkName: "upload" */ './UploadTab.tsx')
  return { default: tab }
})

/** Loads on the first visit; stays mounted for running uploads. */
export function LazyUploadTab(props: UploadTabProps) {
  const [visited, setVisited] = useState(props.shown)
  if (props.shown && !visited) setVisited(true)
  if (!visited) return null
  return (
    <Suspense fallback={props.shown ? <StrokeLoader text="Cargando…" /> : null}>
      <UploadTab {...props} />
    </Suspense>
  )
}
