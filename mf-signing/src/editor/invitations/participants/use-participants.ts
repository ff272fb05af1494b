import type { UserFile } from 'shared/contract'
import type { Participant } from 'shared/contract/participants'
import { invitationsApi, messageOf } from 'shared/http'
import { participantsApi } from 'shared/http/deferred'
import { useFollowedList } from '../../use-followed-list.ts'
import type { NotifyEditor } from '../../use-notify.ts'
import { correctInvitedAddress, takeInvitationLink } from '../invitation-calls.ts'
import { isQueued } from '../invitations.ts'
import { useRowActions } from '../use-row-actions.ts'
import { participantTexts } from './texts.ts'

export interface ParticipantDetails {
  readonly kind: Participant['kind']
  readonly name: string
  readonly email: string
  readonly note: string
  readonly copy_when: Participant['copy_when']
  /** A new person is added to all documents of the sending. */
  readonly in_sending: boolean
}

export interface ParticipantOutcome {
  readonly participant: Participant
  /** Undefined if the invitation was accepted. */
  readonly problem: string | undefined
}

export interface ParticipantsOptions {
  readonly file: UserFile
  /** A template's working copy has roles instead of people. */
  readonly ofTemplate: boolean
  readonly notify: NotifyEditor
  readonly onChanged: () => void
}

interface ActionsOptions extends Pick<ParticipantsOptions, 'file' | 'notify'> {
  readonly run: (participant: Participant, work: () => Promise<unknown>) => Promise<void>
  readonly settle: () => void
}

const invitationId = ({ invitation }: Participant): number => invitation?.id ?? 0

const invite = (file: UserFile, { id }: Participant, words: { readonly message?: string }) =>
  participantsApi.invite(file.id, id, words)

/** A failure is shown in the person's row. */
const menuActions = ({ file, notify, run }: ActionsOptions) => ({
  remove: (participant: Participant) => void run(participant, () => participantsApi.remove(file.id, participant.id)),
  remind: (participant: Participant) =>
    void run(participant, async () => {
      await invitationsApi.remind(file.id, invitationId(participant))
      notify('success', participantTexts.reminded(participant.name))
    }),
  resend: (participant: Participant) => void run(participant, () => invite(file, participant, {})),
  revoke: (participant: Participant) =>
    void run(participant, () => invitationsApi.revoke(file.id, invitationId(participant))),
  answerProposal: (participant: Participant, accepted: boolean) =>
    void run(participant, async () => {
      await invitationsApi.answerProposal(file.id, invitationId(participant), accepted)
      const name = participant.invitation?.proposal?.name ?? ''
      if (accepted) notify('success', participantTexts.proposalConfirmed(name))
    }),
})

/** Each rejects with what the server said. */
const dialogActions = ({ file, settle }: ActionsOptions) => ({
  save: async ({ kind, in_sending, ...details }: ParticipantDetails, known: Participant | undefined): Promise<void> => {
    if (known === undefined)
      await participantsApi.add(file.id, { kind, ...details, ...(in_sending ? { in_sending } : {}) })
    else await participantsApi.change(file.id, known.id, { ...details, before_step: known.before_step })
    settle()
  },
  takeLink: (participant: Participant): Promise<string> => takeInvitationLink(file, invitationId(participant)),
  correct: async (participant: Participant, email: string): Promise<void> => {
    await correctInvitedAddress(file, invitationId(participant), email)
    settle()
  },
})

export const useParticipants = ({ file, ofTemplate, notify, onChanged }: ParticipantsOptions) => {
  const { list, load, reload } = useFollowedList<Participant>(file, {
    read: participantsApi.list,
    isMoving: ({ invitation }) => invitation !== null && isQueued(invitation),
  })
  const settle = () => {
    reload()
    onChanged()
  }
  const { run: runAction, isBusy, problemOf } = useRowActions()
  const run = async ({ id }: Participant, work: () => Promise<unknown>): Promise<void> => {
    await runAction(id, work)
    // Even a refusal may mean stale data.
    settle()
  }
  const options: ActionsOptions = { file, notify, run, settle }
  return {
    ...{ list, load, reload, isBusy, problemOf, ofTemplate },
    /** That a new person can be added to at once: those of a sending that was not sent. */
    documents: file.status === 'UPLOADED' ? (file.sending?.documents ?? 1) : 1,
    ...menuActions(options),
    ...dialogActions(options),
    /** One after the other; a failure stops only its own mail. */
    inviteAll: async (
      people: readonly Participant[],
      words: { readonly message?: string },
      onOutcome: (outcome: ParticipantOutcome) => void,
    ): Promise<void> => {
      for (const participant of people)
        await invite(file, participant, words).then(
          () => onOutcome({ participant, problem: undefined }),
          (error: unknown) => onOutcome({ participant, problem: messageOf(error) }),
        )
      if (people.length > 0) reload()
    },
  }
}

export type ParticipantsModel = ReturnType<typeof useParticipants>
