import { type ReactNode, useState } from 'react'
import type { UserFile } from 'shared/contract'
import type { Participant } from 'shared/contract/participants'
import { ConfirmDialog } from 'shared/controls'
import { editorTexts } from '../../constants.ts'
import type { NotifyEditor } from '../../use-notify.ts'
import { AddressDialog } from '../AddressDialog.tsx'
import { LinkDialog } from '../LinkDialog.tsx'
import { ParticipantDialog } from './ParticipantDialog.tsx'
import type { ParticipantAction } from './participant-news.ts'
import { endingTexts, participantTexts as texts } from './texts.ts'
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
  switch (action) {
    case 'change':
      return <ParticipantDialog known={participant} participants={participants} onClose={onDone} />
    case 'link':
      return (
        <LinkDialog
          file={file}
          name={participant.name}
          warning={texts.linkWarning(participant.name)}
          take={() => participants.takeLink(participant)}
          onClose={onDone}
        />
      )
    case 'correct':
      return (
        <AddressDialog
          person={participant}
          correct={(email) => participants.correct(participant, email)}
          onClose={onDone}
          onCorrected={(email) => {
            onDone()
            notify('success', editorTexts.corrected(email))
          }}
        />
      )
    case 'revoke':
    case 'remove':
      return <EndDialog {...{ action, participant, participants, onDone }} />
  }
}

interface EndDialogProps extends Pick<ActionDialogProps, 'participants' | 'onDone'> {
  readonly action: 'revoke' | 'remove'
  readonly participant: Participant
}

function EndDialog({ action, participant, participants, onDone }: EndDialogProps) {
  const { title, means, confirm } = endingTexts[action]
  return (
    <ConfirmDialog
      open
      danger
      title={title(participant.name)}
      description={means}
      confirmLabel={confirm}
      onConfirm={() => {
        onDone()
        participants[action](participant)
      }}
      onCancel={onDone}
    />
  )
}
