import UserRound from 'lucide-react/icons/user-round'
import { Dialog } from 'shared/controls'
import { editorTexts } from '../constants.ts'
import { SignerForm } from './SignerForm.tsx'
import type { Person, Signer } from './signers.ts'
import { knowsEmail } from './signers.ts'
import styles from './ThirdPartyDialog.module.css'

export interface ThirdPartyDialogProps {
  readonly signers: readonly Signer[]
  readonly onChosen: (person: Person) => void
  readonly onClose: () => void
}

export function ThirdPartyDialog({ signers, onChosen, onClose }: ThirdPartyDialogProps) {
  const others = signers.filter(({ isOwner }) => !isOwner)
  const choose = (person: Person) => {
    onClose()
    onChosen({ name: person.name, email: person.email })
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
                <span className={styles.email}>{signer.email}</span>
              </span>
            </button>
          ))}
          <p className={styles.or}>Otra persona</p>
        </section>
      )}
      <SignerForm
        submitLabel="Agregar campo"
        isKnown={(email) => knowsEmail(signers, email)}
        onAdd={choose}
        onCancel={onClose}
      />
    </Dialog>
  )
}
