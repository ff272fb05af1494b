import { Suspense } from 'react'
import { lazyPart } from 'shared/remote'
import type { TagsDialogProps } from './TagsDialog.tsx'

const TagsDialog = lazyPart(() => import(/* webpackChunkName: "filing" */ './TagsDialog.tsx'))

export function LazyTagsDialog(props: TagsDialogProps) {
  return (
    <Suspense fallback={null}>
      <TagsDialog {...props} />
    </Suspense>
  )
}
