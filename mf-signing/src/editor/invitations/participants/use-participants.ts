import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import type { Participant } from 'shared/contract/participants'
import { correctAddressCall, handOverLinkCall } from 'shared/contract/signing-order'
import { invitationsApi, messageOf, request } from 'shared/http'
import { participantsApi } from 'shared/http/deferred'
import { useFollowedList } from '../../use-followed-list.ts'
import type { NotifyEditor } from '../../use-notify.ts'
import { isQueued } from '../invitations.ts'
import { participantTexts } from './texts.ts'

export interface ParticipantDetails {
  readonly kind: Participant['kind']
  readonly name: string
  readonly email: string
  readonly note: string
  readonly copy_when: Participant['copy_when']
}

export interface ParticipantOutcome {
  readonly participant: Participant
  /** Undefined if the invitation was accepted. */
  readonly problem: string | undefined
}

export interface ParticipantsOptions {
  readonly file: UserFile
  /** A template's working copy has none. */
  readonly ofTemplate: boolean
  readonly notify: NotifyEditor
  readonly onChanged: () => void
}

const noProblems: ReadonlyMap<number, string> = new Map()
const nobody = (): Promise<readonly Participant[]> => Promise.resolve([])

/** Actions of a person's menu without a dialog show their problem in the person's row. */
const useSingleActions = (onSettled: () => void) => {
  const [busy, setBusy] = useState<number>()
  const [problems, setProblems] = useState(noProblems)
  const forget = (id: number) => setProblems((old) => new Map([...old].filter(([other]) => other !== id)))
  const run = async ({ id }: Participant, work: () => Promise<unknown>): Promise<void> => {
    setBusy(id)
    forget(id)
    try {
      await work()
    } catch (error) {
      setProblems((old) => new Map(old).set(id, messageOf(error)))
    }
    setBusy(undefined)
    // Even a refusal may mean stale data.
    onSettled()
  }
  return {
    run,
    isBusy: ({ id }: Participant): boolean => busy === id,
    problemOf: ({ id }: Participant): string | undefined => problems.get(id),
  }
}

interface ActionsOptions extends Pick<ParticipantsOptions, 'file' | 'notify'> {
  readonly run: ReturnType<typeof useSingleActions>['run']
  readonly settle: () => void
}

const invitationIn = (file: UserFile, { invitation }: Participant) => ({
  id: file.id,
  invitationId: invitation?.id ?? 0,
})

const invite = (file: UserFile, { id }: Participant, words: { readonly message?: string }) =>
  participantsApi.invite(file.id, id, words)

/** A failure is shown in the person's row. */
const menuActions = ({ file, notify, run }: ActionsOptions) => {
  const invitationId = (participant: Participant): number => invitationIn(file, participant).invitationId
  return {
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
  }
}

/** Each rejects with what the server said. */
const dialogActions = ({ file, settle }: ActionsOptions) => ({
  save: async ({ kind, ...details }: ParticipantDetails, known: Participant | undefined): Promise<void> => {
    if (known === undefined) await participantsApi.add(file.id, { kind, ...details })
    else await participantsApi.change(file.id, known.id, { ...details, before_step: known.before_step })
    settle()
  },
  takeLink: async (participant: Participant): Promise<string> => {
    const params = invitationIn(file, participant)
    return (await request(handOverLinkCall, { bearer: 'session', params, body: {} })).url
  },
  correct: async (participant: Participant, email: string): Promise<void> => {
    const params = invitationIn(file, participant)
    await request(correctAddressCall, { bearer: 'session', params, body: { email } })
    settle()
  },
})

export const useParticipants = ({ file, ofTemplate, notify, onChanged }: ParticipantsOptions) => {
  const { list, load, reload } = useFollowedList<Participant>(file, {
    read: ofTemplate ? nobody : participantsApi.list,
    isMoving: ({ invitation }) => invitation !== null && isQueued(invitation),
  })
  const settle = () => {
    reload()
    onChanged()
  }
  const { run, isBusy, problemOf } = useSingleActions(settle)
  const options: ActionsOptions = { file, notify, run, settle }
  return {
    ...{ list, load, reload, isBusy, problemOf },
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
