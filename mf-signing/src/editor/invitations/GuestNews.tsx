import Bell from 'lucide-react/icons/bell'
import type { Invitation } from 'shared/contract'
import { Button, VisuallyHidden } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import styles from './InviteDialog.module.css'
import type { InvitationWords, InvitedGuest } from './invitations.ts'
import { invitationWords } from './invitations.ts'
import { ProposedPerson } from './PersonLine.tsx'
import { reminderWords, remindRefusal } from './reminders.ts'
import type { FollowingModel } from './use-following.ts'

export interface GuestNewsProps {
  readonly guest: InvitedGuest
  readonly following: FollowingModel
  readonly over: boolean
}

export function GuestNews({ guest, following, over }: GuestNewsProps) {
  const { invitation, state } = guest
  const { tone, detail } = invitationWords(guest)
  const waits = invitation !== undefined && state === 'standing' && !over
  const problem = invitation && following.problemOf(invitation)
  return (
    <>
      {detail && <p className={styles[detailStyle(guest, tone)]}>{detail}</p>}
      {waits && invitation.proposal && (
        <InvitationProposal guest={guest} invitation={invitation} following={following} />
      )}
      {waits && !invitation.proposal && !invitation.waits && (
        <Reminder guest={guest} invitation={invitation} following={following} />
      )}
      {problem && (
        <p role="alert" className={styles.error}>
          {problem}
        </p>
      )}
    </>
  )
}

/** A decline reason is the guest's text, not an error. */
const detailStyle = ({ state }: InvitedGuest, tone: InvitationWords['tone']): 'reason' | 'error' | 'detail' => {
  if (state === 'declined') return 'reason'
  return tone === 'error' ? 'error' : 'detail'
}

interface StandingProps extends Pick<GuestNewsProps, 'guest' | 'following'> {
  readonly invitation: Invitation
}

/** Another person whom the guest names, with the owner's two answers. */
export function InvitationProposal({ guest, invitation, following }: StandingProps) {
  const { proposal } = invitation
  if (!proposal) return null
  return (
    <ProposedPerson
      proposal={proposal}
      text={editorTexts.proposes(proposal.name, proposal.email)}
      busy={following.isBusy(invitation)}
      onAnswer={(accepted) => following.answer(invitation, guest, accepted)}
    />
  )
}

function Reminder({ guest, invitation, following }: StandingProps) {
  const refusal = remindRefusal(invitation, Date.now())
  return (
    <>
      {[...reminderWords(invitation), ...(refusal ? [refusal] : [])].map((line) => (
        <p key={line} className={styles.detail}>
          {line}
        </p>
      ))}
      {!refusal && (
        <div className={styles.guestActions}>
          <Button
            size="sm"
            icon={<Bell />}
            busy={following.isBusy(invitation)}
            busyLabel="Enviando…"
            onClick={() => following.remind(guest)}
          >
            {editorTexts.remind}
            <VisuallyHidden> a {guest.field.signerName}</VisuallyHidden>
          </Button>
        </div>
      )}
    </>
  )
}
