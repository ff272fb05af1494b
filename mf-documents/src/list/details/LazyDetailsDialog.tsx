import { Suspense } from 'react'
import { lazyPart } from 'shared/remote'
import type { DetailsDialogProps } from './DetailsDialog.tsx'

/** In the part of the upload, which has the same form and its library. */
const DetailsDialog = lazyPart(() => import(/* webpackChunkName: "upload" */ './DetailsDialog.tsx'))

interface LazyDetailsProps extends Omit<DetailsDialogProps, 'file'> {
  readonly file: DetailsDialogProps['file'] | undefined
}

export function LazyDetailsDialog({ file, ...rest }: LazyDetailsProps) {
  if (file === undefined) return null
  return (
    <Suspense fallback={null}>
      <DetailsDialog key={file.id} file={file} {...rest} />
    </Suspense>
  )
}
