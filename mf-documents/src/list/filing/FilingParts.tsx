import { Suspense } from 'react'
import { lazyPart } from 'shared/remote'
import { VisuallyHidden } from 'shared/ui'
import { selectedText } from '../../format.ts'
import type { ShownFilingProps } from './ShownFiling.tsx'

const ShownFiling = lazyPart(() => import(/* webpackChunkName: "filing" */ './ShownFiling.tsx'))

/** The live region is there before it has something to say. */
export function FilingParts(props: ShownFilingProps) {
  const count = props.selection.files.length
  return (
    <>
      <VisuallyHidden aria-live="polite">{count > 0 && selectedText(count)}</VisuallyHidden>
      {(count > 0 || props.tagged) && (
        <Suspense fallback={null}>
          <ShownFiling {...props} />
        </Suspense>
      )}
    </>
  )
}
