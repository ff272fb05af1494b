import { Suspense } from 'react'
import { lazyPart } from 'shared/remote'
import type { SaveTemplateProps } from './SaveTemplate.tsx'

const SaveTemplate = lazyPart(async () => {
  const { SaveTemplate: dialog } = await import(/* webpackChunkName: "save-template" */ './SaveTemplate.tsx')
  return { default: dialog }
})

export function LazySaveTemplate(props: SaveTemplateProps) {
  return (
    <Suspense fallback={null}>
      <SaveTemplate {...props} />
    </Suspense>
  )
}
