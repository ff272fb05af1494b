import UserRound from 'lucide-react/icons/user-round'
import { Dialog } from 'shared/controls'
import { editorTexts } from './constants.ts'
import { SignerForm } from './SignerForm.tsx'
import type { Person } from './signers.ts'
import { knowsEmail } from './signers.ts'
import styles from './ThirdPartyDialog.module.css'
import type { Editor } from './use-editor.ts'

export function ThirdPartyDialog({ editor }: { editor: Editor }) {
  const others = editor.signers.filter(({ isOwner }) => !isOwner)
  const choose = (person: Person) => {
    editor.closeDialog()
    editor.addFieldFor({ name: person.name, email: person.email })
  }
  return (
    <Dialog
      open
      onClose={editor.closeDialog}
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
        isKnown={(email) => knowsEmail(editor.signers, email)}
        onAdd={choose}
        onCancel={editor.closeDialog}
      />
    </Dialog>
  )
}
