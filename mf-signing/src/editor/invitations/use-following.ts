import { useState } from 'react'
import type { Invitation, UserFile } from 'shared/contract'
import { invitationsApi, messageOf } from 'shared/http'
import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { signerNames } from '../../fields/same-signer.ts'
import { editorTexts } from '../constants.ts'
import type { NotifyEditor } from '../use-notify.ts'
import type { InvitedGuest } from './invitations.ts'

export interface FollowingOptions {
  readonly file: UserFile
  readonly notify: NotifyEditor
  readonly onChanged: () => void
  readonly onSettled: () => void
  readonly onSignerChanged: () => void
}

const noProblems: ReadonlyMap<number, string> = new Map()

export const useFollowing = ({ file, notify, onChanged, onSettled, onSignerChanged }: FollowingOptions) => {
  const [busy, setBusy] = useState<number>()
  const [problems, setProblems] = useState(noProblems)

  const act = async ({ id }: Invitation, work: () => Promise<void>): Promise<void> => {
    setBusy(id)
    setProblems((old) => new Map([...old].filter(([other]) => other !== id)))
    try {
      await work()
      onChanged()
    } catch (error) {
      setProblems((old) => new Map(old).set(id, messageOf(error)))
    }
    setBusy(undefined)
    // Even a refusal may mean stale data.
    onSettled()
  }

  const remind = async (guests: readonly InvitedGuest[]) => {
    const reminded: PlacedField[] = []
    for (const { invitation, field } of guests) {
      if (!invitation) continue
      await act(invitation, async () => {
        await invitationsApi.remind(file.id, invitation.id)
        reminded.push(field)
      })
    }
    if (reminded.length > 0) notify('success', editorTexts.reminded(...signerNames(reminded)))
  }
  const answer = (invitation: Invitation, { field }: InvitedGuest, accepted: boolean) =>
    act(invitation, async () => {
      await invitationsApi.answerProposal(file.id, invitation.id, accepted)
      const name = invitation.proposal?.name ?? ''
      notify('success', accepted ? editorTexts.proposalConfirmed(name) : editorTexts.proposalRefused(field.signerName))
      if (accepted) onSignerChanged()
    })
  return {
    remind: (...guests: InvitedGuest[]) => void remind(guests),
    answer: (invitation: Invitation, guest: InvitedGuest, accepted: boolean) =>
      void answer(invitation, guest, accepted),
    isBusy: ({ id }: Invitation): boolean => busy === id,
    problemOf: ({ id }: Invitation): string | undefined => problems.get(id),
  }
}

export type FollowingModel = ReturnType<typeof useFollowing>
