import { VisuallyHidden } from 'shared/ui'
import { LazySelectionBar, LazyTagsDialog } from './lazy-filing.tsx'
import { selectedText } from './selected-text.ts'
import type { FilingModel } from './use-filing.ts'

interface FilingPartsProps extends Pick<FilingModel, 'selection' | 'tagged' | 'tag' | 'archive'> {
  readonly onApplied: () => void
}

export function FilingParts({ selection, tagged, tag, archive, onApplied }: FilingPartsProps) {
  const { files, clear } = selection
  const [first] = tagged ?? []
  const description = tagged?.length === 1 ? first?.original_filename : `${tagged?.length} documentos`
  return (
    <>
      <VisuallyHidden aria-live="polite">{files.length > 0 && selectedText(files.length)}</VisuallyHidden>
      <LazySelectionBar
        files={files}
        onTag={tag}
        onArchive={(chosen, archived) => void archive(chosen, archived)}
        onClear={clear}
      />
      <LazyTagsDialog
        kind="documents"
        objects={tagged}
        description={description ?? ''}
        onApplied={onApplied}
        onClose={() => tag(undefined)}
      />
    </>
  )
}
