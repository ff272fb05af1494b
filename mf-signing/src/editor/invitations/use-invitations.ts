import type { UserFile } from 'shared/contract'
import { invitationsApi } from 'shared/http'
import { useFollowedList } from '../use-followed-list.ts'
import { isQueued } from './invitations.ts'

/** Polls queued mails; delayed ones only while `watching`. */
export const useInvitations = (file: UserFile, watching: boolean) =>
  useFollowedList(file, {
    read: invitationsApi.list,
    isMoving: (invitation) => isQueued(invitation) && (watching || !invitation.delivery?.reason),
  })
