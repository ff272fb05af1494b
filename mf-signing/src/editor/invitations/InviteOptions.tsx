import type { SigningMode, UserFile } from 'shared/contract'
import { isSaved, type SavedField } from '../../fields/field-lifecycle.ts'
import { editorTexts } from '../constants.ts'
import { FoldedDeadline } from '../deadline/Deadline.tsx'
import { deadlineTexts } from '../deadline/texts.ts'
import { SigningModeChoice } from '../signing-mode/SigningModeChoice.tsx'
import { useSigningMode } from '../signing-mode/use-signing-mode.ts'
import { OrderOfSigning } from '../signing-order/OrderOfSigning.tsx'
import { useSigningOrder } from '../signing-order/use-signing-order.ts'
import type { EditorModel } from '../use-editor.ts'
import { AskedCertificate } from './AskedCertificate.tsx'
import styles from './InviteDialog.module.css'
import { isSendable } from './invitations.ts'
import type { InvitePerson } from './invite-rows.ts'
import type { InvitingModel } from './use-inviting.ts'

export interface InviteOptionsProps extends Pick<EditorModel, 'file' | 'invitations'> {
  readonly people: readonly InvitePerson[]
  readonly inviting: InvitingModel
  readonly onChanged: () => void
}

/** The first field that a mail would name: the server sets its certificate for all fields of the person. */
const askableField = ({ guests }: InvitePerson): SavedField | undefined =>
  guests
    .filter(isSendable)
    .map(({ field }) => field)
    .find(isSaved)

interface SetOptions {
  readonly mode: SigningMode | undefined
  readonly deadline: UserFile['deadline']
  readonly isOrdered: boolean
  readonly certificates: number
}

/** What differs from a plain invitation, for the fold. */
const setOptions = ({ mode, deadline, isOrdered, certificates }: SetOptions): readonly string[] => [
  ...(mode === 'certified' ? [editorTexts.certifiedMode] : []),
  ...(deadline ? [deadlineTexts.until(deadline.date)] : []),
  ...(isOrdered ? [editorTexts.byOrder] : []),
  ...(certificates > 0 ? [editorTexts.certificatesAsked(certificates)] : []),
]

/** Folded: most invitations need none of it. Mounted after saving, so that the order has all fields. */
export function InviteOptions({ file, invitations, people, inviting, onChanged }: InviteOptionsProps) {
  const mode = useSigningMode(file)
  const order = useSigningOrder(file, () => {
    onChanged()
    invitations.reload()
  })
  const asked = people.filter((person) => {
    const field = askableField(person)
    return field !== undefined && inviting.askedOf(field) !== ''
  })
  const isOrdered = order.order?.mode === 'ordered' && order.order.steps.length > 1
  const set = setOptions({ mode: mode.choice?.mode, deadline: file.deadline, isOrdered, certificates: asked.length })
  return (
    <details className={styles.options}>
      <summary>
        {editorTexts.options}
        {set.length > 0 && <span className={styles.set}>{set.join(' · ')}</span>}
      </summary>
      <div className={styles.body}>
        <SigningModeChoice model={mode} />
        <FoldedDeadline file={file} onChanged={onChanged} />
        <OrderOfSigning model={order} />
        <Certificates {...{ people, inviting }} />
      </div>
    </details>
  )
}

function Certificates({ people, inviting }: Pick<InviteOptionsProps, 'people' | 'inviting'>) {
  return people.map((person) => {
    const field = askableField(person)
    return (
      field && (
        <AskedCertificate
          key={person.key}
          signerName={person.name}
          value={inviting.askedOf(field)}
          busy={inviting.isBusy(person)}
          onChange={(identification) => inviting.ask(field, identification)}
        />
      )
    )
  })
}
