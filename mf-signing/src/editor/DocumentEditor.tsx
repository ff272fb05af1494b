import ArrowLeft from 'lucide-react/icons/arrow-left'
import Download from 'lucide-react/icons/download'
import { useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { DocumentEditorProps } from 'shared/contract'
import { filesApi, messageOf, REQUEST_FALLBACK, saveBlob, signingApi } from 'shared/http'
import { notify } from 'shared/state'
import { Button, ConfirmDialog, IconButton } from 'shared/ui'
import { FieldTab } from '../fields/FieldTab.tsx'
import { isTemporary } from '../fields/field-lifecycle.ts'
import type { PageFrame } from '../fields/geometry.ts'
import { SignatureDialog } from '../signature-dialog/SignatureDialog.tsx'
import { Viewer } from '../viewer/Viewer.tsx'
import { editorTexts } from './constants.ts'
import styles from './DocumentEditor.module.css'
import { EditorPanel } from './EditorPanel.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import type { Editor } from './use-editor.ts'
import { useEditor } from './use-editor.ts'
import { useOverlay } from './use-overlay.ts'

/** The owner's editor over the whole window: the document, its fields, its signers. */
export default function DocumentEditor(props: DocumentEditorProps) {
  const editor = useEditor(props)
  const titleId = useId()
  const region = useRef<HTMLDialogElement>(null)
  const overlay = useOverlay(region)
  const [leaving, setLeaving] = useState(false)
  const { file, onClose, onChanged } = props
  const leave = () => (editor.temporaries.length > 0 ? setLeaving(true) : onClose())

  return createPortal(
    <dialog
      ref={region}
      open
      className={styles.editor}
      data-boundary="mf_signing"
      aria-modal="true"
      aria-labelledby={titleId}
      tabIndex={-1}
      {...overlay}
    >
      <EditorHeader titleId={titleId} filename={file.original_filename} fileId={file.id} onLeave={leave} />
      <div className={styles.stage}>
        <Viewer
          viewer={editor.viewer}
          fileName={file.original_filename}
          mode="editor"
          editing={editor.mode.kind === 'editing' || editor.mode.kind === 'saving'}
          overlay={(frame) => <PageFields editor={editor} frame={frame} />}
          onClose={onClose}
        />
      </div>
      <EditorPanel editor={editor} />

      <ConfirmDialog
        open={leaving}
        title="Hay campos sin guardar"
        description="Si sales ahora, los campos que acabas de colocar se pierden."
        confirmLabel="Salir sin guardar"
        cancelLabel="Seguir editando"
        danger
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      />
      <InviteDialog
        open={editor.mode.kind === 'inviting'}
        file={file}
        fields={editor.fields}
        onSent={onChanged}
        onClose={() => editor.setMode({ kind: 'reading' })}
      />
      <OwnSignature editor={editor} filename={file.original_filename} onSigned={onChanged} />
    </dialog>,
    document.body,
  )
}

interface EditorHeaderProps {
  readonly titleId: string
  readonly filename: string
  readonly fileId: number
  readonly onLeave: () => void
}

function EditorHeader({ titleId, filename, fileId, onLeave }: EditorHeaderProps) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    notify({ type: 'info', message: editorTexts.downloading })
    try {
      saveBlob(await filesApi.download(fileId, 'session'), filename)
    } catch (error) {
      notify({ type: 'error', message: messageOf(error, REQUEST_FALLBACK) })
    }
    setBusy(false)
  }
  return (
    <div className={styles.header}>
      <IconButton label="Volver" icon={<ArrowLeft />} onClick={onLeave} />
      <h2 id={titleId} className={styles.title}>
        {editorTexts.title(filename)}
      </h2>
      <Button
        className={styles.download}
        variant="ghost"
        icon={<Download />}
        busy={busy}
        aria-label="Descargar"
        onClick={download}
      >
        Descargar
      </Button>
      <Button onClick={onLeave}>Cerrar</Button>
    </div>
  )
}

/** The fields of the page that is on show. */
function PageFields({ editor, frame }: { editor: Editor; frame: PageFrame }) {
  return editor.fields
    .filter((field) => field.page === frame.number)
    .map((field) => (
      <FieldTab
        key={field.fieldId}
        field={field}
        frame={frame}
        selected={editor.selected === field.id}
        onSelect={() => editor.setSelected(field.id)}
        {...(isTemporary(field) ? { onPlaced: (rect) => editor.place(field.id, rect) } : {})}
        {...(field.status !== 'signed' && !editor.frozen ? { onRemove: () => void editor.remove(field) } : {})}
        {...(field.type === 'primary' && field.status === 'saved' ? { onOpen: () => editor.startSigning(field) } : {})}
      />
    ))
}

interface OwnSignatureProps {
  readonly editor: Editor
  readonly filename: string
  readonly onSigned: () => void
}

/** The owner signs their own field, with the word of the session. */
function OwnSignature({ editor, filename, onSigned }: OwnSignatureProps) {
  const { mode } = editor
  const field = mode.kind === 'signing' ? mode.field : undefined
  const close = () => {
    editor.setMode({ kind: 'reading' })
    if (editor.fields.some(({ id, status }) => id === field?.id && status === 'signed')) {
      notify({ type: 'success', message: editorTexts.signed })
    }
  }
  return (
    <SignatureDialog
      open={field !== undefined}
      signerName={field?.signerName ?? ''}
      documentName={filename}
      sign={(signatureData) => {
        if (!field) throw new Error('there is no field to sign')
        return signingApi.sign(
          field.id,
          {
            field_id: field.id,
            signature_data: signatureData,
            signer_info: { name: field.signerName, email: field.signerEmail },
            field_info: { documentName: filename, page: field.page, fieldId: field.id },
            certificate_info: null,
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
