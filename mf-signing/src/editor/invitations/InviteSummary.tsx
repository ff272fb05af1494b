import { Alert } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import type { EditorModel } from '../use-editor.ts'
import { pendingCount } from './invitations.ts'
import type { InvitationOutcome } from './send-invitations.ts'

export interface InviteSummaryProps extends Pick<EditorModel, 'invitations'> {
  readonly outcomes: readonly InvitationOutcome[]
}

/** Says 'all sent' only when no mail is waiting. */
export function InviteSummary({ outcomes, invitations: { guests, load } }: InviteSummaryProps) {
  const sent = outcomes.flatMap((outcome) => (outcome.kind === 'sent' ? [outcome.field.id] : []))
  const all = outcomes.length
  if (sent.length < all)
    return <Alert tone="warning" live="assertive" title={editorTexts.someInvited(sent.length, all)} />
  // An unreadable list says nothing about the mails.
  const pending = load.kind === 'ready' ? pendingCount(guests, sent) : 0
  if (pending > 0) return <Alert tone="info" live="polite" title={editorTexts.invitationsLeaving(pending, all)} />
  return (
    <Alert tone="success" live="polite" title={editorTexts.allInvited}>
      {`${sent.length} de ${all}`}
    </Alert>
  )
}
