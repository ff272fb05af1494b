import { signingApi } from 'shared/http'
import type { SavedField } from '../../fields/field-lifecycle.ts'
import { DrawSignatureDialog } from '../../signature-dialog/DrawSignatureDialog.tsx'
import type { SavedOffer } from '../../signature-dialog/saved-offer.ts'
import { shownDigest } from '../../signing/shown-digest.ts'
import { type FormAnswers, signDocument } from '../../signing/sign-document.ts'
import { editorTexts } from '../constants.ts'
import type { EditorModel } from '../use-editor.ts'
import { useAccountName } from './use-account-name.ts'

export interface OwnSignatureProps extends Pick<EditorModel, 'file' | 'fields' | 'viewer' | 'notify'> {
  readonly saved: SavedOffer | undefined
  readonly onClose: () => void
  readonly field: SavedField
  readonly onExternalSigner: (() => void) | undefined
  readonly form: FormAnswers | undefined
  readonly onSigned: () => void
}

export function OwnerSignature(props: OwnSignatureProps) {
  const { file, fields, viewer, notify, saved, field, onSigned, onClose } = props
  const { original_filename: documentName } = file
  const knownName = useAccountName()
  const close = () => {
    onClose()
    const signed = fields.all.some(({ id, status }) => id === field.id && status === 'signed')
    if (signed) notify('success', editorTexts.signed)
  }
  return (
    <DrawSignatureDialog
      open
      signerName={field.signerName}
      knownName={knownName}
      saved={saved}
      documentName={documentName}
      onReload={viewer.reload}
      onExternalSigner={props.onExternalSigner}
      sign={async (signatureData, idempotencyKey) => {
        const { signerName: name, signerEmail: email } = field
        const shown = await shownDigest(viewer)
        return signDocument(
          {
            documentName,
            fields: [field],
            signer: { name, email },
            signatureData,
            idempotencyKey,
            shown,
            form: props.form,
          },
          signingApi.sign,
          'session',
        )
      }}
      onSigned={({ field_id, signed_at }) => {
        fields.markSigned(field_id, signed_at)
        viewer.reload()
        onSigned()
      }}
      onClose={close}
    />
  )
}
