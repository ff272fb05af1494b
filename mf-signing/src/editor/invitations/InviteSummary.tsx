import { Alert } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import type { EditorModel } from '../use-editor.ts'
import { pendingCount } from './invitations.ts'
import { fieldsByPerson } from './invite-rows.ts'
import type { ParticipantOutcome } from './participants/use-participants.ts'
import type { InvitationOutcome } from './send-invitations.ts'

export interface InviteSummaryProps extends Pick<EditorModel, 'invitations'> {
  readonly outcomes: readonly InvitationOutcome[]
  readonly others: readonly ParticipantOutcome[]
}

/** Says 'all sent' only when no mail is waiting. Counts people, not fields. */
export function InviteSummary({ outcomes, others, invitations: { guests, load } }: InviteSummaryProps) {
  const people = fieldsByPerson(outcomes.map(({ field }) => field))
  const isSent = (id: number): boolean => outcomes.some(({ kind, field }) => kind === 'sent' && field.id === id)
  const sent = people.filter((fields) => fields.every(({ id }) => isSent(id)))
  const sentCount = sent.length + others.filter(({ problem }) => problem === undefined).length
  const all = people.length + others.length
  if (sentCount < all) return <Alert tone="warning" live="assertive" title={editorTexts.someInvited(sentCount, all)} />
  // An unreadable list says nothing about the mails.
  const leaving = sent.filter(
    (fields) =>
      pendingCount(
        guests,
        fields.map(({ id }) => id),
      ) > 0,
  )
  const pending = load.kind === 'ready' ? leaving.length : 0
  if (pending > 0) return <Alert tone="info" live="polite" title={editorTexts.invitationsLeaving(pending, all)} />
  return (
    <Alert tone="success" live="polite" title={editorTexts.allInvited}>
      {`${sentCount} de ${all}`}
    </Alert>
  )
}
