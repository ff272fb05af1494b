import Check from 'lucide-react/icons/check'
import Trash2 from 'lucide-react/icons/trash-2'
import { Badge, cx, IconButton } from 'shared/ui'
import type { Field } from '../fields/field-lifecycle.ts'
import styles from './EditorPanel.module.css'
import type { Signer } from './signers.ts'
import type { Editor } from './use-editor.ts'

/** Who signs, where, and how far they are. */
export function SignersList({ editor, signers }: { editor: Editor; signers: readonly Signer[] }) {
  if (signers.length === 0) {
    return (
      <p className={styles.empty}>
        Todavía no hay firmantes. Agrega un campo para otra persona o para ti: aparece sobre la página y lo colocas
        donde va.
      </p>
    )
  }
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to Safari unless it says so.
    <ul role="list" className={styles.signers}>
      {signers.map((signer) => (
        <li key={signer.key} className={styles.signer}>
          <p className={styles.signerName}>
            {signer.name}
            {signer.isOwner && <span className={styles.you}> (tú)</span>}
          </p>
          {signer.email && <p className={styles.email}>{signer.email}</p>}
          {signer.fields.map((field) => (
            <FieldRow key={field.fieldId} editor={editor} field={field} />
          ))}
        </li>
      ))}
    </ul>
  )
}

function FieldRow({ editor, field }: { editor: Editor; field: Field }) {
  const show = () => {
    editor.viewer.goTo(field.page)
    editor.setSelected(field.id)
  }
  return (
    <div className={cx(styles.row, editor.selected === field.id && styles.selectedRow)}>
      <button type="button" className={styles.place} onClick={show}>
        Página {field.page}
        <FieldState field={field} />
      </button>
      {field.status !== 'signed' && !editor.frozen && (
        <IconButton
          label={`Eliminar el campo de ${field.signerName} en la página ${field.page}`}
          icon={<Trash2 />}
          onClick={() => void editor.remove(field)}
        />
      )}
    </div>
  )
}

function FieldState({ field }: { field: Field }) {
  switch (field.status) {
    case 'temporary':
      return <Badge tone="warning">Sin guardar</Badge>
    case 'saved':
      return <Badge>Por firmar</Badge>
    case 'signed':
      return (
        <Badge tone="success" icon={<Check />}>
          Firmado
        </Badge>
      )
  }
}
