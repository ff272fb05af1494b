import type { RefObject } from 'react'
import type { UserFile } from 'shared/contract'
import { SelectionBar } from './SelectionBar.tsx'
import TagsDialog from './TagsDialog.tsx'
import type { FilingModel } from './use-filing.ts'

export interface ShownFilingProps extends Omit<FilingModel, 'act'> {
  readonly region: RefObject<HTMLElement | null>
  readonly onApplied: () => void
}

const describe = (files: readonly UserFile[]): string =>
  files.length === 1 ? (files[0]?.original_filename ?? '') : `${files.length} documentos`

/** The bar of the selection and the dialog of tags, each when it is wanted. */
export default function ShownFiling({
  selection: { files, clear },
  region,
  tagged,
  tag,
  archive,
  onApplied,
}: ShownFilingProps) {
  return (
    <>
      {files.length > 0 && <SelectionBar {...{ files, region }} onTag={tag} onArchive={archive} onClear={clear} />}
      {tagged && (
        <TagsDialog
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
