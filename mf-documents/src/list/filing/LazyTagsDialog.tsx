import { Suspense } from 'react'
import { lazyPart } from 'shared/remote'
import type { TaggedObjects } from './tagged-objects.ts'

const TagsDialog = lazyPart(() => import(/* webpackChunkName: "filing" */ './TagsDialog.tsx'))

export function LazyTagsDialog(props: TaggedObjects) {
  return (
    <Suspense fallback={null}>
      <TagsDialog {...props} />
    </Suspense>
  )
}
