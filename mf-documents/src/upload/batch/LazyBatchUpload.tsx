import { lazyPart } from 'shared/remote'

/** Most uploads are of one file. */
export const LazyBatchUpload = lazyPart(async () => {
  const { BatchUpload } = await import(/* webpackChunkName: "batch" */ './BatchUpload.tsx')
  return { default: BatchUpload }
})
