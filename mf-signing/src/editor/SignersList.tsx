import Ban from 'lucide-react/icons/ban'
import PenLine from 'lucide-react/icons/pen-line'
import UserMinus from 'lucide-react/icons/user-minus'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { BY_PUBLIC_LINK } from 'shared/contract'
import { Button, IconButton } from 'shared/ui'
import type { Field } from '../fields/field-lifecycle.ts'
import { canCallOff } from './call-off.ts'
import { editorTexts } from './constants.ts'
import styles from './EditorPanel.module.css'
import { FieldRow } from './FieldRow.tsx'
import { GuestNews } from './GuestNews.tsx'
import { SignerForm } from './SignerForm.tsx'
import type { Signer } from './signers.ts'
import { knowsEmail } from './signers.ts'
import type { Editor } from './use-editor.ts'

export interface ListProps {
  readonly editor: Editor
  readonly onShown: () => void
}

export function SignersList({ editor, onShown }: ListProps) {
  const { signers } = editor
  return (
    <>
      {signers.length === 0 && (
        <p className={styles.empty}>
          Todavía no hay firmantes. Agrega a quien firma, o un campo para ti: aparece sobre la página y lo colocas donde
          va.
        </p>
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets. */}
      <ul role="list" className={styles.signers}>
        {signers.map((signer) => (
          <SignerCard key={signer.key} editor={editor} signer={signer} onShown={onShown} />
        ))}
      </ul>
      {!editor.frozen && <AddSigner editor={editor} />}
      {canCallOff(editor) && (
        <Button
          className={styles.callOff}
          variant="ghost"
          icon={<Ban />}
          onClick={() => editor.setDialog({ kind: 'call-off' })}
        >
          {editorTexts.callOff}
        </Button>
      )}
    </>
  )
}

interface CardProps extends ListProps {
  readonly signer: Signer
}

function SignerCard({ editor, signer, onShown }: CardProps) {
  const addField = () => {
    if (signer.isOwner) editor.addOwn()
    else editor.addFieldFor({ name: signer.name, email: signer.email })
    onShown()
  }
  return (
    <li className={styles.signer}>
      <div className={styles.signerHead}>
        <div className={styles.signerWords}>
          <p className={styles.signerName}>
            {signer.name}
            {signer.isOwner && <span className={styles.you}> (tú)</span>}
          </p>
          {signer.email && <p className={styles.email}>{signer.email}</p>}
          {signer.byPublicLink && <p className={styles.email}>Firmó {BY_PUBLIC_LINK}</p>}
        </div>
        {!editor.frozen && (
          <IconButton
            className={styles.remove}
            label={`Eliminar firmante ${signer.name}`}
            icon={<UserMinus />}
            onClick={() => editor.askToRemoveSigner(signer)}
          />
        )}
      </div>
      {signer.fields.map((field) => (
        <div key={field.fieldId}>
          <FieldRow editor={editor} field={field} label={`Página ${field.page}`} onShown={onShown} />
          <NewsOf editor={editor} field={field} />
        </div>
      ))}
      {!editor.frozen && (signer.fields.length === 0 || editor.mode === 'editing') && (
        <Button className={styles.addField} variant="ghost" size="sm" icon={<PenLine />} onClick={addField}>
          {signer.fields.length === 0 ? 'Colocar su campo' : 'Otro campo'}
        </Button>
      )}
    </li>
  )
}

/** State of the field's invitation. */
function NewsOf({ editor, field }: { editor: Editor; field: Field }) {
  const guest = editor.guests.find((one) => one.field.id === field.id)
  const over = editor.cancelled !== null
  if (!guest?.invitation || (over && guest.state === 'revoked')) return null
  return <GuestNews guest={guest} following={editor.following} over={over} />
}

function AddSigner({ editor }: { editor: Editor }) {
  const [adding, setAdding] = useState(false)
  if (!adding)
    return (
      <Button className={styles.addSigner} icon={<UserPlus />} onClick={() => setAdding(true)}>
        Agregar firmante
      </Button>
    )
  return (
    <section className={styles.newSigner} aria-label="Agregar firmante">
      <SignerForm
        submitLabel="Agregar"
        isKnown={(email) => knowsEmail(editor.signers, email)}
        onAdd={(person) => {
          editor.addSigner(person)
          setAdding(false)
        }}
        onCancel={() => setAdding(false)}
      />
    </section>
  )
}
