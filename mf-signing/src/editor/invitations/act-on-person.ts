import type { AskingAction } from './InvitationDialog.tsx'
import type { InvitePerson } from './invite-rows.ts'
import { invitedGuest, type PersonAction } from './person-news.ts'
import type { FollowingModel } from './use-following.ts'
import type { InvitingModel } from './use-inviting.ts'

/** A choice of a person's menu that needs a dialog. */
export interface OpenAction {
  readonly action: AskingAction
  readonly person: InvitePerson
}

export interface PersonActsOptions {
  readonly following: Pick<FollowingModel, 'remind'>
  readonly inviting: Pick<InvitingModel, 'resend'>
  readonly onOpen: (opened: OpenAction) => void
}

/** @returns does a choice of a person's menu, or opens its dialog */
export const actOnPerson =
  ({ following, inviting, onOpen }: PersonActsOptions) =>
  (action: PersonAction, person: InvitePerson): void => {
    const guest = invitedGuest(person)
    if (action === 'remind') following.remind(...(guest ? [guest] : []))
    else if (action === 'resend') inviting.resend(person)
    else onOpen({ action, person })
  }
