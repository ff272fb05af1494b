import { Suspense } from 'react'
import { lazyPart } from 'shared/remote'
import type { SelectionBarProps } from './SelectionBar.tsx'
import type { TagsDialogProps } from './TagsDialog.tsx'

// One part: who chooses documents tags or archives them next.
const SelectionBar = lazyPart(() => import(/* webpackChunkName: "filing" */ './SelectionBar.tsx'))
const TagsDialog = lazyPart(() => import(/* webpackChunkName: "filing" */ './TagsDialog.tsx'))

export function LazySelectionBar(props: SelectionBarProps) {
  if (props.files.length === 0) return null
  return (
    <Suspense fallback={null}>
      <SelectionBar {...props} />
    </Suspense>
  )
}

export function LazyTagsDialog({
  objects,
  ...props
}: Partial<Pick<TagsDialogProps, 'objects'>> & Omit<TagsDialogProps, 'objects'>) {
  if (objects === undefined || objects.length === 0) return null
  return (
    <Suspense fallback={null}>
      <TagsDialog objects={objects} {...props} />
    </Suspense>
  )
}
