import type { Field } from '../../fields/field-lifecycle.ts'
import { isSaved, isTemporary } from '../../fields/field-lifecycle.ts'
import { editorTexts } from '../constants.ts'
import type { EditorDialog } from '../editor-dialog.ts'
import type { Say } from '../use-say.ts'

export interface SigningStarterOptions {
  readonly fields: readonly Field[]
  readonly isCancelled: boolean
  readonly say: Say
  readonly openDialog: (dialog: EditorDialog) => void
}

/** Starts signing the given field, or all of the owner's. */
export const signingStarter =
  ({ fields, isCancelled, say, openDialog }: SigningStarterOptions) =>
  (wanted?: Field) => {
    if (isCancelled) return say('warning', editorTexts.calledOff)
    if (wanted?.type === 'signature') return say('info', editorTexts.notYours(wanted.signerName))
    if (wanted && isSaved(wanted)) return openDialog({ kind: 'sign', field: wanted })
    const own = fields.filter((field) => field.type === 'primary')
    if (own.some(isSaved)) return openDialog({ kind: 'sign-all' })
    say('warning', own.some(isTemporary) ? editorTexts.ownFieldUnsaved : editorTexts.ownFieldMissing)
  }
