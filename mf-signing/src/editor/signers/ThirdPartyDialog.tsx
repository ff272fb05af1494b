import UserRound from 'lucide-react/icons/user-round'
import { Dialog } from 'shared/controls'
import { editorTexts } from '../constants.ts'
import type { EditorModel } from '../use-editor.ts'
import { RoleForm } from './RoleForm.tsx'
import { SignerForm } from './SignerForm.tsx'
import type { SignerPerson } from './signers.ts'
import styles from './ThirdPartyDialog.module.css'

export interface ThirdPartyDialogProps extends Pick<EditorModel, 'fields' | 'signers' | 'participants'> {
  readonly onClose: () => void
}

export function ThirdPartyDialog({
  fields: { ofTemplate },
  signers: { list: signers, addFieldFor },
  participants,
  onClose,
}: ThirdPartyDialogProps) {
  const others = signers.filter(({ isOwner }) => !isOwner)
  const choose = (person: SignerPerson) => {
    onClose()
    addFieldFor({ name: person.name, email: person.email })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={editorTexts.thirdPartyField}
      description="El campo aparece sobre la página y lo colocas donde va."
      size="sm"
    >
      {others.length > 0 && (
        <section className={styles.known} aria-label="Firmantes de la lista">
          {others.map((signer) => (
            <button key={signer.key} type="button" className={styles.person} onClick={() => choose(signer)}>
              <UserRound />
              <span className={styles.words}>
                <span className={styles.name}>{signer.name}</span>
                {!ofTemplate && <span className={styles.email}>{signer.email}</span>}
              </span>
            </button>
          ))}
          <p className={styles.or}>{ofTemplate ? 'Otro rol' : 'Otra persona'}</p>
        </section>
      )}
      {ofTemplate ? (
        <RoleForm known={[...signers, ...participants.list]} onAdd={choose} onCancel={onClose} />
      ) : (
        <SignerForm submitLabel="Agregar campo" listed={signers} onAdd={choose} onCancel={onClose} />
      )}
    </Dialog>
  )
}
