import Ban from 'lucide-react/icons/ban'
import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import PenLine from 'lucide-react/icons/pen-line'
import UserMinus from 'lucide-react/icons/user-minus'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { BY_PUBLIC_LINK } from 'shared/contract'
import { Button, IconButton } from 'shared/ui'
import { canCancel } from '../cancelling/cancel-document.ts'
import { editorTexts } from '../constants.ts'
import { FoldedDeadline } from '../deadline/Deadline.tsx'
import { FormPalette } from '../form-fields/FormPalette.tsx'
import { AlternatesLine, AlternatesMenu } from '../invitations/alternates/SignerAlternates.tsx'
import { GuestNews } from '../invitations/GuestNews.tsx'
import { ParticipantsSection } from '../invitations/participants/ParticipantsSection.tsx'
import { leadingGuest } from '../invitations/person-news.ts'
import { OtherQuestions, PersonQuestions } from '../questions/PersonQuestions.tsx'
import { SignerBadge, signerStyle } from '../signer-marks/SignerBadge.tsx'
import { RoleForm } from '../signers/RoleForm.tsx'
import { SignerForm } from '../signers/SignerForm.tsx'
import type { SignerPerson, SigningParty } from '../signers/signers.ts'
import { FoldedSigningModeChoice } from '../signing-mode/SigningModeChoice.tsx'
import { isRole } from '../template-edit/is-role.ts'
import { templateTexts } from '../template-edit/texts.ts'
import type { EditorModel } from '../use-editor.ts'
import styles from './EditorPanel.module.css'
import { FieldRow, type FieldRowProps } from './FieldRow.tsx'

interface CardModels
  extends Omit<FieldRowProps, 'field' | 'label' | 'mark'>,
    Pick<EditorModel, 'file' | 'editing' | 'signers' | 'marks' | 'alternates' | 'questions' | 'notify'> {}

export interface SignersListProps
  extends CardModels,
    Pick<EditorModel, 'forms' | 'dialogs' | 'primary' | 'participants' | 'onChanged'> {}

export function SignersList(props: SignersListProps) {
  const { forms, dialogs, primary, participants, onChanged, ...models } = props
  const { file, fields, signers, invitations, cancellation, questions, notify } = models
  const process = { file, fields: fields.settled, guests: invitations.guests, cancelled: cancellation.cancelled }
  const isOpen = !cancellation.cancelled && file.status !== 'COMPLETED' && !file.deadline?.expired
  return (
    <>
      {signers.list.length === 0 && (
        <p className={styles.empty}>{fields.ofTemplate ? templateTexts.noRoles : editorTexts.noSigners}</p>
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets. */}
      <ul role="list" className={styles.signers}>
        {signers.list.map((signer) => (
          <SignerCard key={signer.key} {...models} {...{ signer, isOpen }} />
        ))}
      </ul>
      {!fields.readOnlyReason && (
        <AddSigner
          {...{ fields, signers, participants }}
          first={primary.kind === 'add-signer'}
          onShown={models.onShown}
        />
      )}
      <ParticipantsSection {...{ file, participants, questions, notify, isOpen }} />
      <OtherQuestions questions={questions} people={[...signers.list, ...participants.list]} />
      {!fields.readOnlyReason && <FormPalette {...{ forms, signers }} onShown={models.onShown} />}
      <FoldedSigningModeChoice file={file} />
      {isOpen && !fields.ofTemplate && <FoldedDeadline {...{ file, onChanged }} />}
      {fields.all.length > 0 && !fields.ofTemplate && (
        <Button
          className={styles.template}
          variant="ghost"
          icon={<BookmarkPlus />}
          onClick={() => dialogs.open({ kind: 'save-template' })}
        >
          {editorTexts.saveTemplate}
        </Button>
      )}
      {canCancel(process) && (
        <Button
          className={styles.cancel}
          variant="ghost"
          icon={<Ban />}
          onClick={() => dialogs.open({ kind: 'cancel' })}
        >
          {editorTexts.cancelSigning}
        </Button>
      )}
    </>
  )
}

interface CardProps extends CardModels {
  /** The document can still be sent to more people. */
  readonly isOpen: boolean
  readonly signer: SigningParty
}

function SignerCard(props: CardProps) {
  const { file, signer, editing, signers, marks, alternates, questions, notify, isOpen, ...row } = props
  const mark = marks.get(signer.key)
  const { fields, invitations, cancellation, onShown } = row
  const addField = () => {
    if (signer.isOwner) fields.addOwn()
    else signers.addFieldFor({ name: signer.name, email: signer.email })
    onShown()
  }
  return (
    <li className={styles.signer} style={mark && signerStyle(mark)}>
      <div className={styles.signerHead}>
        <SignerBadge mark={mark} />
        <div className={styles.signerWords}>
          <p className={styles.signerName}>
            {signer.name}
            {signer.isOwner && <span className={styles.you}> (tú)</span>}
          </p>
          {signer.email && !isRole(signer.email) && <p className={styles.email}>{signer.email}</p>}
          {signer.byPublicLink && <p className={styles.email}>Firmó {BY_PUBLIC_LINK}</p>}
          <AlternatesLine {...{ signer, fields, alternates }} />
        </div>
        {!signer.isOwner && <AlternatesMenu {...{ file, signer, fields, alternates, invitations, notify, isOpen }} />}
        {!fields.readOnlyReason && (
          <IconButton
            className={styles.remove}
            label={`Eliminar firmante ${signer.name}`}
            icon={<UserMinus />}
            onClick={() => signers.askToRemove(signer)}
          />
        )}
      </div>
      {signer.fields.map((field) => (
        <FieldRow key={field.fieldId} {...row} field={field} label={`Página ${field.page}`} />
      ))}
      <NewsOf {...{ signer, fields, invitations, cancellation }} />
      <PersonQuestions {...{ questions }} person={signer} />
      {!fields.readOnlyReason && (signer.fields.length === 0 || editing.mode === 'editing') && (
        <Button className={styles.addField} variant="ghost" size="sm" icon={<PenLine />} onClick={addField}>
          {signer.fields.length === 0 ? 'Colocar su campo' : 'Otro campo'}
        </Button>
      )}
    </li>
  )
}

type NewsProps = Pick<CardProps, 'signer' | 'fields' | 'invitations' | 'cancellation'>

/** One mail serves all fields of a person, so its news is shown once. */
function NewsOf({ signer, fields, invitations, cancellation }: NewsProps) {
  const own = signer.fields.map((field) => fields.settle(field).id)
  const guest = leadingGuest({ guests: invitations.guests.filter(({ field }) => own.includes(field.id)) })
  const over = cancellation.cancelled !== null
  if (!guest?.invitation || (over && guest.state === 'revoked')) return null
  return <GuestNews guest={guest} following={invitations.following} over={over} />
}

interface AddSignerProps
  extends Pick<EditorModel, 'signers' | 'fields' | 'participants'>,
    Pick<FieldRowProps, 'onShown'> {
  readonly first: boolean
}

function AddSigner({ fields, signers, participants, first, onShown }: AddSignerProps) {
  const [adding, setAdding] = useState(false)
  const label = fields.ofTemplate ? templateTexts.addRole : editorTexts.addSigner
  const add = (person: SignerPerson) => {
    signers.add(person)
    setAdding(false)
    onShown()
  }
  const cancel = () => setAdding(false)
  if (!adding)
    return (
      <Button
        className={styles.addSigner}
        variant={first ? 'primary' : 'secondary'}
        icon={<UserPlus />}
        onClick={() => setAdding(true)}
      >
        {label}
      </Button>
    )
  return (
    <section className={styles.newSigner} aria-label={label}>
      {fields.ofTemplate ? (
        <RoleForm known={[...signers.list, ...participants.list]} onAdd={add} onCancel={cancel} />
      ) : (
        <SignerForm submitLabel="Agregar" listed={signers.list} onAdd={add} onCancel={cancel} />
      )}
    </section>
  )
}
