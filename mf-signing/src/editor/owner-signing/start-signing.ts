import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { isSaved, isTemporary } from '../../fields/field-lifecycle.ts'
import { editorTexts } from '../constants.ts'
import type { EditorDialog } from '../editor-dialog.ts'
import type { NotifyEditor } from '../use-notify.ts'

export interface SigningStarterOptions {
  readonly fields: readonly PlacedField[]
  readonly isCancelled: boolean
  readonly notify: NotifyEditor
  readonly openDialog: (dialog: EditorDialog) => void
}

export const signingStarter =
  ({ fields, isCancelled, notify, openDialog }: SigningStarterOptions) =>
  (wanted?: PlacedField) => {
    if (isCancelled) return notify('warning', editorTexts.documentCancelled)
    if (wanted?.type === 'signature') return notify('info', editorTexts.notYours(wanted.signerName))
    if (wanted && isSaved(wanted)) return openDialog({ kind: 'sign', field: wanted })
    const own = fields.filter((field) => field.type === 'primary')
    if (own.some(isSaved)) return openDialog({ kind: 'sign-all' })
    notify('warning', own.some(isTemporary) ? editorTexts.ownFieldUnsaved : editorTexts.ownFieldMissing)
  }
