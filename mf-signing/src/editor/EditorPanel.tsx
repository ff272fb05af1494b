import ChevronUp from 'lucide-react/icons/chevron-up'
import PenLine from 'lucide-react/icons/pen-line'
import Pencil from 'lucide-react/icons/pencil'
import Save from 'lucide-react/icons/save'
import Send from 'lucide-react/icons/send'
import UserPlus from 'lucide-react/icons/user-plus'
import { useId, useState } from 'react'
import { errorMessages } from 'shared/contract'
import { Alert, Badge, Button, Skeleton } from 'shared/ui'
import { invitableFields, isSigned } from '../fields/field-lifecycle.ts'
import { editorTexts } from './constants.ts'
import styles from './EditorPanel.module.css'
import { SignerForm } from './SignerForm.tsx'
import { SignersList } from './SignersList.tsx'
import { signersOf } from './signers.ts'
import type { Editor } from './use-editor.ts'

/** Signers and tools: a column beside the document, a sheet below it in a small window. */
export function EditorPanel({ editor }: { editor: Editor }) {
  const id = useId()
  const [chosen, setChosen] = useState<boolean>()
  const signers = signersOf(editor.fields)
  // Where there is nothing yet, a small window shows at once how to begin.
  const open = chosen ?? (editor.state.kind !== 'loading' && editor.fields.length === 0)
  return (
    <aside className={styles.panel} data-open={open}>
      <h3 className={styles.heading}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={`${id}-body`}
          onClick={() => setChosen(!open)}
        >
          {editorTexts.signers} <Badge>{signers.length}</Badge>
          <ChevronUp className={styles.chevron} />
        </button>
        <span className={styles.still}>
          {editorTexts.signers} <Badge>{signers.length}</Badge>
        </span>
      </h3>
      <div id={`${id}-body`} className={styles.body}>
        {editor.state.kind === 'loading' && <Skeleton height="4rem" />}
        {editor.state.kind === 'failed' && (
          <Alert
            tone="error"
            title={editor.state.message}
            actions={<Button onClick={editor.retry}>Reintentar</Button>}
          />
        )}
        {editor.state.kind === 'ready' && <SignersList editor={editor} signers={signers} />}
        {editor.frozen && <Alert tone="info">{errorMessages.DOCUMENT_FROZEN}</Alert>}
        {editor.state.kind === 'ready' && !editor.frozen && (
          <FieldTools editor={editor} onPlaced={() => setChosen(false)} />
        )}
      </div>
      <PanelActions editor={editor} />
    </aside>
  )
}

/** What puts fields on the page. */
function FieldTools({ editor, onPlaced }: { editor: Editor; onPlaced: () => void }) {
  const [adding, setAdding] = useState(false)
  const editing = editor.mode.kind === 'editing'
  if (!editing && editor.fields.length > 0) return null
  return (
    <section className={styles.tools} aria-label="Herramientas de edición">
      {adding ? (
        <SignerForm
          onCancel={() => setAdding(false)}
          onAdd={(signer) => {
            editor.addThirdParty(signer)
            setAdding(false)
            onPlaced()
          }}
        />
      ) : (
        <>
          <Button icon={<UserPlus />} onClick={() => setAdding(true)}>
            {editorTexts.thirdPartyField}
          </Button>
          <Button
            icon={<PenLine />}
            onClick={() => {
              editor.addOwn()
              onPlaced()
            }}
          >
            {editorTexts.ownField}
          </Button>
        </>
      )}
      <p className={styles.hint}>
        Arrastra un campo nuevo para colocarlo. Con el teclado: flechas para mover, Mayús + flechas para el tamaño.
      </p>
    </section>
  )
}

/** The next thing to do, and the others beside it. */
function PanelActions({ editor }: { editor: Editor }) {
  const { mode, temporaries, frozen, fields } = editor
  const editing = mode.kind === 'editing' || mode.kind === 'saving'
  const invitable = invitableFields(fields).length > 0
  const own = fields.filter(({ type }) => type === 'primary')
  const ownDone = own.length > 0 && own.every(isSigned)
  if (editor.state.kind !== 'ready') return null
  return (
    <footer className={styles.actions}>
      {editing ? (
        <>
          <Button
            variant="primary"
            icon={<Save />}
            busy={mode.kind === 'saving'}
            busyLabel="Guardando…"
            onClick={() => void editor.save()}
          >
            {`Guardar posiciones (${temporaries.length})`}
          </Button>
          <Button onClick={editor.cancel} disabled={mode.kind === 'saving'}>
            Cancelar
          </Button>
        </>
      ) : (
        <>
          {invitable && (
            <Button variant="primary" icon={<Send />} onClick={() => editor.setMode({ kind: 'inviting' })}>
              {editorTexts.invite}
            </Button>
          )}
          {fields.length > 0 && !ownDone && (
            <Button icon={<PenLine />} onClick={() => editor.startSigning()}>
              {editorTexts.sign}
            </Button>
          )}
          {!frozen && fields.length > 0 && (
            <Button icon={<Pencil />} onClick={editor.edit}>
              Editar
            </Button>
          )}
        </>
      )}
    </footer>
  )
}
