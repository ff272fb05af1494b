import type { Invitation, UserFile } from 'shared/contract'
import { invitationsApi } from 'shared/http'
import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { signerNames } from '../../fields/same-signer.ts'
import { editorTexts } from '../constants.ts'
import type { NotifyEditor } from '../use-notify.ts'
import type { InvitedGuest } from './invitations.ts'
import { useRowActions } from './use-row-actions.ts'

export interface FollowingOptions {
  readonly file: UserFile
  readonly notify: NotifyEditor
  readonly onChanged: () => void
  readonly onSettled: () => void
  readonly onSignerChanged: () => void
}

export const useFollowing = ({ file, notify, onChanged, onSettled, onSignerChanged }: FollowingOptions) => {
  const { run, isBusy, problemOf } = useRowActions()

  const act = async ({ id }: Invitation, work: () => Promise<void>): Promise<void> => {
    if (await run(id, work)) onChanged()
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
    isBusy,
    problemOf,
  }
}

export type FollowingModel = ReturnType<typeof useFollowing>
