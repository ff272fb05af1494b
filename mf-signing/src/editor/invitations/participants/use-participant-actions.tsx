import { type ReactNode, useState } from 'react'
import type { UserFile } from 'shared/contract'
import type { Participant } from 'shared/contract/participants'
import { ConfirmDialog } from 'shared/controls'
import type { NotifyEditor } from '../../use-notify.ts'
import { InvitationDialog } from '../InvitationDialog.tsx'
import { ParticipantDialog } from './ParticipantDialog.tsx'
import type { ParticipantAction } from './participant-news.ts'
import { participantTexts as texts } from './texts.ts'
import type { ParticipantsModel } from './use-participants.ts'

export interface ParticipantActionsOptions {
  readonly file: UserFile
  readonly participants: ParticipantsModel
  readonly notify: NotifyEditor
}

type OpenedAction =
  | { readonly action: 'add' }
  | { readonly action: Exclude<ParticipantAction, 'remind' | 'resend'>; readonly participant: Participant }

export interface ParticipantActions {
  readonly add: () => void
  readonly act: (action: ParticipantAction, participant: Participant) => void
  /** Of the action that asks something first. */
  readonly dialog: ReactNode
}

/** Actions of a row's menu. */
export const useParticipantActions = (options: ParticipantActionsOptions): ParticipantActions => {
  const { participants } = options
  const [opened, setOpened] = useState<OpenedAction>()
  return {
    add: () => setOpened({ action: 'add' }),
    act: (action, participant) => {
      if (action === 'remind') participants.remind(participant)
      else if (action === 'resend') participants.resend(participant)
      else setOpened({ action, participant })
    },
    dialog: opened && <ActionDialog {...options} opened={opened} onDone={() => setOpened(undefined)} />,
  }
}

interface ActionDialogProps extends ParticipantActionsOptions {
  readonly opened: OpenedAction
  readonly onDone: () => void
}

function ActionDialog(props: ActionDialogProps) {
  const { file, participants, notify, opened, onDone } = props
  if (opened.action === 'add')
    return <ParticipantDialog known={undefined} participants={participants} onClose={onDone} />
  const { action, participant } = opened
  if (action === 'change') return <ParticipantDialog known={participant} participants={participants} onClose={onDone} />
  if (action === 'remove') return <RemoveDialog {...{ participant, participants, onDone }} />
  return (
    <InvitationDialog
      {...{ action, file, notify, onDone }}
      person={participant}
      linkWarning={texts.linkWarning(participant.name)}
      calls={{
        take: () => participants.takeLink(participant),
        correct: (email) => participants.correct(participant, email),
        revoke: () => participants.revoke(participant),
      }}
    />
  )
}

interface RemoveDialogProps extends Pick<ActionDialogProps, 'participants' | 'onDone'> {
  readonly participant: Participant
}

function RemoveDialog({ participant, participants, onDone }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      open
      danger
      title={texts.removeTitle(participant.name)}
      description={texts.removeMeans}
      confirmLabel={texts.remove}
      onConfirm={() => {
        onDone()
        participants.remove(participant)
      }}
      onCancel={onDone}
    />
  )
}
