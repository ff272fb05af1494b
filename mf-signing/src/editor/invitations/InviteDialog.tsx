import { type ReactNode, useState } from 'react'
import { Dialog, RetryAlert } from 'shared/controls'
import { currentAccessToken } from 'shared/http'
import { Alert, Button, Skeleton } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import type { SignerPerson } from '../signers/signers.ts'
import type { EditorModel } from '../use-editor.ts'
import { actOnPerson, type OpenAction } from './act-on-person.ts'
import { AlternateRows } from './alternates/AlternateRows.tsx'
import { alternatePeople } from './alternates/alternate-people.ts'
import { alternateTexts } from './alternates/texts.ts'
import { ConfirmEmailNotice } from './ConfirmEmailNotice.tsx'
import { type InvitationCalls, InvitationDialog } from './InvitationDialog.tsx'
import styles from './InviteDialog.module.css'
import { InviteFooter } from './InviteFooter.tsx'
import { InviteOptions } from './InviteOptions.tsx'
import { InviteSummary } from './InviteSummary.tsx'
import { inviteRefusal } from './invitations.ts'
import type { InvitePerson } from './invite-rows.ts'
import { inviteRows } from './invite-rows.ts'
import { MessageField } from './message/MessageField.tsx'
import { PersonRow } from './PersonRow.tsx'
import { ParticipantRow } from './participants/ParticipantRow.tsx'
import { awaitsInvitation } from './participants/participant-news.ts'
import { participantTexts } from './participants/texts.ts'
import { useParticipantActions } from './participants/use-participant-actions.tsx'
import type { ParticipantOutcome } from './participants/use-participants.ts'
import type { PersonAction } from './person-news.ts'
import type { InvitationOutcome } from './send-invitations.ts'
import { type InvitingModel, useInviting } from './use-inviting.ts'
import type { SaveToInvite } from './use-save-to-invite.ts'

export interface InviteDialogProps
  extends Pick<
    EditorModel,
    'file' | 'fields' | 'forms' | 'signers' | 'invitations' | 'participants' | 'alternates' | 'notify'
  > {
  readonly saving: SaveToInvite
  /** Above the button that sends, until then. */
  readonly check: ReactNode
  readonly onClose: () => void
  readonly onChanged: () => void
}

export function InviteDialog(props: InviteDialogProps) {
  const { file, fields, forms, signers, invitations, participants, saving, check, onChanged, onClose } = props
  const { guests, message, following } = invitations
  const inviting = useInviting({
    file,
    message,
    participants,
    onChanged,
    onSettled: invitations.reload,
    onFieldsChanged: fields.reload,
  })
  const { work, failed } = inviting
  const [opened, setOpened] = useState<OpenAction>()
  const people = inviteRows({ fields: fields.settled, signers: signers.list, guests, failure: saving.failure, failed })
  const isUnsaved = people.some(({ obstacle }) => obstacle === 'unsaved')
  const others = participants.list.filter(awaitsInvitation)
  const isRefusable = !isUnsaved && others.length === 0
  const refusal = !isRefusable ? undefined : inviteRefusal({ file, guests, token: currentAccessToken() })
  const place = (person: SignerPerson) => {
    onClose()
    signers.addFieldFor(person)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={editorTexts.invite}
      startAtTitle
      closable={work.kind !== 'sending'}
      footer={
        <>
          {work.kind === 'idle' && !saving.saving && check}
          <InviteFooter {...{ invitations, participants, inviting, saving, refusal, onClose }} />
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.file}>
          <span>{editorTexts.inviteFile}</span>
          {file.original_filename}
        </p>
        {refusal && <Alert tone="warning">{refusal}</Alert>}
        <SaveFailure saving={saving} />
        {work.kind === 'sent' && <InviteSummary {...work} invitations={invitations} />}
        {work.kind === 'sent' && work.outcomes.some(needsConfirmation) && <ConfirmEmailNotice />}
        <People
          {...{ people, forms, invitations, inviting, saving }}
          onAction={actOnPerson({ following, inviting, onOpen: setOpened })}
          onPlace={fields.readOnlyReason ? undefined : place}
        />
        <AlternatesToo {...props} />
        <OtherPeople {...props} outcomes={inviting.others} />
        <MessageField {...{ file, message, guests }} others={others.length} busy={work.kind === 'sending'} />
        {!saving.saving && <InviteOptions {...{ file, invitations, people, inviting, onChanged }} />}
      </div>
      {opened && <ActionDialog {...props} {...opened} inviting={inviting} onDone={() => setOpened(undefined)} />}
    </Dialog>
  )
}

const needsConfirmation = (outcome: InvitationOutcome): boolean =>
  outcome.kind === 'failed' && outcome.needsConfirmation === true

export function SaveFailure({ saving }: Pick<InviteDialogProps, 'saving'>) {
  if (!saving.failure) return null
  return (
    <Alert
      tone="error"
      live="assertive"
      title={saving.failure.unsaved.length > 0 ? editorTexts.saveFailed : editorTexts.removeFailed}
      actions={<Button onClick={saving.save}>{editorTexts.saveAgain}</Button>}
    >
      {editorTexts.notSavedNotInvited}
    </Alert>
  )
}

interface PeopleProps extends Pick<InviteDialogProps, 'forms' | 'invitations' | 'saving'> {
  readonly people: readonly InvitePerson[]
  readonly inviting: InvitingModel
  readonly onAction: (action: PersonAction, person: InvitePerson) => void
  readonly onPlace: ((person: SignerPerson) => void) | undefined
}

/** They belong to the first field of their signer. */
export const toFillOf = ({ all, signatureIdOf }: EditorModel['forms'], { guests }: InvitePerson): number =>
  all.filter(({ signer }) => guests.some(({ field }) => field.id === signatureIdOf(signer))).length

function People({ people, forms, invitations, saving, ...row }: PeopleProps) {
  const { following, load, reload } = invitations
  if (load.kind === 'loading') return <Skeleton height="4rem" />
  if (load.kind === 'failed') return <RetryAlert live="polite" title={load.message} onRetry={reload} />
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets.
    <ul role="list" className={styles.people}>
      {people.map((person) => (
        <PersonRow
          key={person.key}
          {...{ person, following }}
          toFill={toFillOf(forms, person)}
          saving={saving.saving}
          {...row}
        />
      ))}
    </ul>
  )
}

/** In the place of others: one button invites those who are new together with the field's signer. */
function AlternatesToo({ file, fields, invitations, alternates, notify }: InviteDialogProps) {
  const people = alternatePeople(alternates.list, fields.settled)
  if (people.length === 0) return null
  const canInvite = invitations.guests.some(({ state }) => state !== 'not-invited')
  return <AlternateRows {...{ people, file, alternates, notify, canInvite }} label={alternateTexts.heading} />
}

interface OtherPeopleProps extends Pick<InviteDialogProps, 'file' | 'participants' | 'notify'> {
  readonly outcomes: readonly ParticipantOutcome[]
}

/** People without a field. */
export function OtherPeople({ file, participants, notify, outcomes }: OtherPeopleProps) {
  const { act, dialog } = useParticipantActions({ file, participants, notify })
  const problemOf = (id: number) => outcomes.find(({ participant }) => participant.id === id)?.problem
  if (participants.list.length === 0) return null
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets. */}
      <ul role="list" className={styles.people} aria-label={participantTexts.heading}>
        {participants.list.map((participant) => (
          <ParticipantRow
            key={participant.id}
            {...{ participant, participants }}
            problem={problemOf(participant.id)}
            onAction={act}
          />
        ))}
      </ul>
      {dialog}
    </>
  )
}

interface ActionDialogProps extends OpenAction, Pick<InviteDialogProps, 'file' | 'notify'> {
  readonly inviting: InvitingModel
  readonly onDone: () => void
}

export function ActionDialog({ person, inviting, ...dialog }: ActionDialogProps) {
  const calls: InvitationCalls = {
    take: () => inviting.takeLink(person),
    correct: (email) => inviting.correct(person, email),
    revoke: () => void inviting.revoke(person),
  }
  return <InvitationDialog {...{ person, calls }} {...dialog} linkWarning={editorTexts.linkWarning(person.name)} />
}
