import { signingApi } from 'shared/http'
import { CONSENT_VERSION } from 'shared/http/evidence'
import type { SavedField } from '../fields/field-lifecycle.ts'
import { SignatureDialog } from '../signature-dialog/SignatureDialog.tsx'
import { shownDigest } from '../signing-flow/shown-digest.ts'
import { editorTexts } from './constants.ts'
import type { Editor } from './use-editor.ts'

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
        const shown = await shownDigest(editor.viewer)
        return signingApi.sign(
          field.id,
          {
            idempotency_key: idempotencyKey,
            field_id: field.id,
            signature_data: signatureData,
            consent: CONSENT_VERSION,
            signer_info: { name: field.signerName, email: field.signerEmail },
            field_info: { documentName, page: field.page, fieldId: field.id },
            certificate_info: null,
            ...(shown === undefined ? {} : { document_sha256: shown }),
          },
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
