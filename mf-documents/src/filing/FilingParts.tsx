import { Suspense } from 'react'
import type { UserFile } from 'shared/contract'
import { lazyPart } from 'shared/remote'
import { VisuallyHidden } from 'shared/ui'
import { formatCount } from '../format.ts'
import { LazyTagsDialog } from './LazyTagsDialog.tsx'
import type { FilingModel } from './use-filing.ts'

const SelectionBar = lazyPart(() => import(/* webpackChunkName: "filing" */ './SelectionBar.tsx'))

interface FilingPartsProps extends Omit<FilingModel, 'act'> {
  readonly onApplied: () => void
}

const describe = (files: readonly UserFile[]): string =>
  files.length === 1 ? (files[0]?.original_filename ?? '') : `${files.length} documentos`

/** The bar of the selection and the dialog of tags, each when it is wanted. */
export function FilingParts({ selection: { files, clear }, tagged, tag, archive, onApplied }: FilingPartsProps) {
  const count = files.length > 0 && formatCount(files.length, 'seleccionado', 'seleccionados')
  return (
    <>
      <VisuallyHidden aria-live="polite">{count}</VisuallyHidden>
      {count && (
        <Suspense fallback={null}>
          <SelectionBar {...{ count, files }} onTag={tag} onArchive={archive} onClear={clear} />
        </Suspense>
      )}
      {tagged && (
        <LazyTagsDialog
          kind="documents"
          objects={tagged}
          description={describe(tagged)}
          onApplied={onApplied}
          onClose={() => tag(undefined)}
        />
      )}
    </>
  )
}
