import { signingApi } from 'shared/http'
import type { SavedField } from '../../fields/field-lifecycle.ts'
import { SignatureDialog } from '../../signature-dialog/SignatureDialog.tsx'
import { shownDigest } from '../../signing/shown-digest.ts'
import { signDocument } from '../../signing/sign-document.ts'
import { editorTexts } from '../constants.ts'
import type { Editor } from '../use-editor.ts'

export interface OwnSignatureProps {
  readonly editor: Editor
  readonly field: SavedField
  readonly onSigned: () => void
}

/** Signs the owner's field with the session. */
export function OwnSignature({ editor, field, onSigned }: OwnSignatureProps) {
  const { original_filename: documentName } = editor.file
  const close = () => {
    editor.closeDialog()
    const signed = editor.fields.some(({ id, status }) => id === field.id && status === 'signed')
    if (signed) editor.say('success', editorTexts.signed)
  }
  return (
    <SignatureDialog
      open
      signerName={field.signerName}
      documentName={documentName}
      onReload={editor.viewer.reload}
      sign={async (signatureData, idempotencyKey) => {
        const { signerName: name, signerEmail: email } = field
        const shown = await shownDigest(editor.viewer)
        return signDocument(
          { documentName, fields: [field], signer: { name, email }, signatureData, idempotencyKey, shown },
          signingApi.sign,
          'session',
        )
      }}
      onSigned={({ field_id, signed_at }) => {
        editor.markSigned(field_id, signed_at)
        editor.viewer.reload()
        onSigned()
      }}
      onClose={close}
    />
  )
}
