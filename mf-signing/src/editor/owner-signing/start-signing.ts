import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { isSaved } from '../../fields/field-lifecycle.ts'
import { editorTexts } from '../constants.ts'
import type { EditorDialog } from '../editor-dialog.ts'
import type { NotifyEditor } from '../use-notify.ts'

export interface SigningStarterOptions {
  /** The fields of this moment: saving changes them. */
  readonly current: () => readonly PlacedField[]
  readonly isCancelled: boolean
  /** Saves what is unsaved; returns why it failed. */
  readonly flush: () => Promise<string | undefined>
  readonly notify: NotifyEditor
  readonly openDialog: (dialog: EditorDialog) => void
}

export const signingStarter =
  ({ current, isCancelled, flush, notify, openDialog }: SigningStarterOptions) =>
  async (wanted?: PlacedField): Promise<void> => {
    if (isCancelled) return notify('warning', editorTexts.documentCancelled)
    if (wanted?.type === 'signature') return notify('info', editorTexts.notYours(wanted.signerName))
    if (current().every(({ type }) => type !== 'primary')) return notify('warning', editorTexts.ownFieldMissing)
    const problem = await flush()
    if (problem !== undefined) return notify('error', problem)
    const own = current()
      .filter(isSaved)
      .filter(({ type }) => type === 'primary')
    const field = own.find(({ fieldId }) => fieldId === wanted?.fieldId)
    if (field) return openDialog({ kind: 'sign', field })
    if (own.length > 0) openDialog({ kind: 'sign-all' })
  }
