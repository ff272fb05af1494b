import { ConfirmDialog } from 'shared/controls'
import { urlTexts } from '../constants.ts'
import type { useEnding } from './use-ending.ts'

/** Stays open until the server answers. */
export function EndSharingDialog({ ending, confirm, cancel }: ReturnType<typeof useEnding>) {
  return (
    <ConfirmDialog
      open={ending.kind !== 'none'}
      title={urlTexts.endQuestion}
      description={ending.kind === 'none' ? undefined : urlTexts.endMeaning(ending.file.original_filename)}
      confirmLabel={urlTexts.end}
      danger
      busy={ending.kind === 'sent'}
      busyLabel={urlTexts.ending}
      onConfirm={confirm}
      onCancel={cancel}
    />
  )
}
