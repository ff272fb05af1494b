import { type ReactNode, useState } from 'react'
import { Dialog, RetryAlert } from 'shared/controls'
import { currentAccessToken } from 'shared/http'
import type { Sending } from 'shared/http/deferred'
import { Alert, Skeleton } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import { actOnPerson, type OpenAction } from '../invitations/act-on-person.ts'
import { ConfirmEmailNotice } from '../invitations/ConfirmEmailNotice.tsx'
import styles from '../invitations/InviteDialog.module.css'
import { ActionDialog, type InviteDialogProps, OtherPeople, SaveFailure } from '../invitations/InviteDialog.tsx'
import { InviteOptions } from '../invitations/InviteOptions.tsx'
import { inviteRows } from '../invitations/invite-rows.ts'
import { MessageField } from '../invitations/message/MessageField.tsx'
import { awaitsInvitation } from '../invitations/participants/participant-news.ts'
import { useInviting } from '../invitations/use-inviting.ts'
import { withoutFields } from './document-state.ts'
import { SendingFooter } from './SendingFooter.tsx'
import { SendingPeople } from './SendingPeople.tsx'
import { awaitsSending, sendingRows } from './sending-people.ts'
import { sendingTexts } from './texts.ts'
import { useSending } from './use-sending.ts'
import { type SendingInvitations, useSendingInvitations } from './use-sending-invitations.ts'

const useSendingInvite = (props: InviteDialogProps) => {
  const { file, fields, signers, invitations, participants, saving, onChanged } = props
  const { guests, message } = invitations
  const model = useSending(file, !saving.saving)
  const onSettled = () => {
    invitations.reload()
    model.reload()
  }
  const options = { file, message, participants, onChanged, onSettled, onFieldsChanged: fields.reload }
  const inviting = useInviting(options)
  const sendingOut = useSendingInvitations(options)
  const here = inviteRows({
    fields: fields.settled,
    signers: signers.list,
    guests,
    failure: saving.failure,
    failed: [],
  })
  const rows = model.sending ? sendingRows(model.sending, here) : []
  return {
    model,
    inviting,
    sendingOut,
    here,
    rows,
    waiting: rows.filter(awaitsSending),
    others: participants.list.filter(awaitsInvitation),
    refusal: refusalOf(model.sending, rows.length + participants.list.length),
  }
}

/** The invitation of a sending: its people over all documents, and one button for all of them. */
export function SendingInvite(props: InviteDialogProps) {
  const { saving, check, onClose } = props
  const models = useSendingInvite(props)
  const { model, inviting, sendingOut } = models
  const [opened, setOpened] = useState<OpenAction>()
  return (
    <Dialog
      open
      onClose={onClose}
      title={editorTexts.invite}
      startAtTitle
      closable={sendingOut.work.kind !== 'sending'}
      footer={
        <>
          {sendingOut.work.kind === 'idle' && !saving.saving && check}
          <SendingFooter {...models} {...{ saving, onClose }} sending={model.sending} asked={inviting.asked} />
        </>
      }
    >
      <div className={styles.body}>
        {model.sending && <Names sending={model.sending} />}
        <SaveFailure saving={saving} />
        <Notices sendingOut={sendingOut} sending={model.sending} />
        <InvitedPeople {...props} {...models} onOpen={setOpened} />
      </div>
      {opened && <ActionDialog {...props} {...opened} inviting={inviting} onDone={() => setOpened(undefined)} />}
    </Dialog>
  )
}

interface InvitedPeopleProps extends InviteDialogProps, ReturnType<typeof useSendingInvite> {
  readonly onOpen: (opened: OpenAction) => void
}

function InvitedPeople(props: InvitedPeopleProps) {
  const { file, forms, invitations, saving, model, inviting, sendingOut, onOpen, onChanged } = props
  const { guests, message, following } = invitations
  return (
    <>
      <Loaded model={model}>
        <SendingPeople
          {...{ forms, inviting, following, sendingOut }}
          rows={props.rows}
          saving={saving.saving}
          onAction={actOnPerson({ following, inviting, onOpen })}
        />
      </Loaded>
      <OtherPeople {...props} outcomes={sendingOut.others} />
      <MessageField
        {...{ file, message, guests }}
        others={props.waiting.length + props.others.length}
        busy={sendingOut.work.kind === 'sending'}
      />
      {!saving.saving && (
        <div>
          <InviteOptions {...{ file, invitations, inviting, onChanged }} people={props.here} />
          <p className={styles.detail}>{sendingTexts.options}</p>
        </div>
      )}
    </>
  )
}

/** Undefined while the sending loads. */
const refusalOf = (sending: Sending | undefined, people: number): string | undefined => {
  if (!sending) return undefined
  if (currentAccessToken() === undefined) return editorTexts.noToken
  const missing = withoutFields(sending.documents).map(({ original_filename }) => original_filename)
  if (missing.length > 0) return sendingTexts.fieldMissing(missing)
  return people === 0 ? editorTexts.noInvitable : undefined
}

function Names({ sending: { documents } }: { readonly sending: Sending }) {
  return (
    <div className={styles.file}>
      <span>{sendingTexts.title(documents.length)}</span>
      {documents.map(({ original_filename }) => original_filename).join(' · ')}
    </div>
  )
}

interface NoticesProps {
  readonly sending: Sending | undefined
  readonly sendingOut: SendingInvitations
}

function Notices({ sending, sendingOut }: NoticesProps) {
  const missing = sending && !sending.is_sent ? withoutFields(sending.documents) : []
  const { work, sentCount, count, needsConfirmation } = sendingOut
  return (
    <>
      {missing.length > 0 && (
        <Alert
          tone="warning"
          title={sendingTexts.fieldMissing(missing.map(({ original_filename }) => original_filename))}
        >
          {sendingTexts.fieldMissingMeaning}
        </Alert>
      )}
      {work.kind === 'sent' && sentCount === count && (
        <Alert tone="success" live="polite" title={sendingTexts.invited(count)} />
      )}
      {work.kind === 'sent' && sentCount < count && (
        <Alert tone="warning" live="assertive" title={sendingTexts.someInvited(sentCount, count)} />
      )}
      {work.kind === 'sent' && needsConfirmation && <ConfirmEmailNotice />}
    </>
  )
}

interface LoadedProps {
  readonly model: ReturnType<typeof useSending>
  readonly children: ReactNode
}

function Loaded({ model: { sending, problem, reload }, children }: LoadedProps) {
  if (problem) return <RetryAlert live="polite" title={problem} onRetry={reload} />
  return sending ? children : <Skeleton height="4rem" />
}
