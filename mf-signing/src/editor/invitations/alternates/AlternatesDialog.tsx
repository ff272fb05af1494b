import { useState } from 'react'
import { Dialog } from 'shared/controls'
import { messageOf } from 'shared/http'
import { PEOPLE_PER_FIELD_MAX } from 'shared/http/deferred'
import { Alert, Button } from 'shared/ui'
import { SignerForm } from '../../signers/SignerForm.tsx'
import type { SignerPerson, SigningParty } from '../../signers/signers.ts'
import type { EditorModel } from '../../use-editor.ts'
import { AlternateRows } from './AlternateRows.tsx'
import styles from './Alternates.module.css'
import { alternatePeople, asParty, openFields } from './alternate-people.ts'
import { alternateTexts as texts } from './texts.ts'

export interface AlternatesDialogProps
  extends Pick<EditorModel, 'file' | 'fields' | 'alternates' | 'invitations' | 'notify'> {
  readonly signer: SigningParty
  readonly onClose: () => void
}

/** Who may sign in the place of one signer, in all of their fields. A failure keeps what was typed. */
export function AlternatesDialog(props: AlternatesDialogProps) {
  const { file, fields, alternates, invitations, notify, signer, onClose } = props
  const own = openFields(signer.fields.map(fields.settle))
  const people = alternatePeople(alternates.list, own)
  const [problem, setProblem] = useState<string>()
  const canInvite = invitations.guests.some(
    ({ field, state }) => state !== 'not-invited' && own.some(({ id }) => id === field.id),
  )
  const add = async (person: SignerPerson): Promise<void> => {
    setProblem(undefined)
    try {
      await alternates.add(own, person)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <Dialog open onClose={onClose} title={texts.title(signer.name)} description={texts.means} startAtTitle>
      <div className={styles.dialog}>
        {people.length > 0 && (
          <AlternateRows {...{ people, file, alternates, notify, canInvite }} label={texts.listOf(signer.name)} />
        )}
        {problem && <Alert tone="error" live="assertive" title={problem} />}
        {people.length + 1 >= PEOPLE_PER_FIELD_MAX ? (
          <div className={styles.full}>
            <p>{texts.full(PEOPLE_PER_FIELD_MAX)}</p>
            <Button onClick={onClose}>{texts.close}</Button>
          </div>
        ) : (
          <SignerForm
            // A new form after each person; the typed one stays after a failure.
            key={people.length}
            submitLabel={texts.add}
            cancelLabel={texts.close}
            listed={[signer, ...people.map(asParty)]}
            onAdd={(person) => void add(person)}
            onCancel={onClose}
          />
        )}
      </div>
    </Dialog>
  )
}
