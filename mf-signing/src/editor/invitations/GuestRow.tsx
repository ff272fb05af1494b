import { Badge, Button, ToneIcon, VisuallyHidden } from 'shared/ui'
import type { SavedField } from '../../fields/field-lifecycle.ts'
import { fieldsInWords } from '../form-fields/fields-in-words.ts'
import { AskedCertificate } from './AskedCertificate.tsx'
import { GuestNews } from './GuestNews.tsx'
import styles from './InviteDialog.module.css'
import type { InvitedGuest } from './invitations.ts'
import { invitationWords } from './invitations.ts'
import type { FollowingModel } from './use-following.ts'

export interface GuestRowProps {
  readonly guest: InvitedGuest
  /** Form fields of the person. */
  readonly toFill: number
  readonly following: FollowingModel
  readonly problem: string | undefined
  readonly busy: boolean
  readonly asked: string
  readonly onAsk: (field: SavedField, identification: string) => void
  readonly onResend: ((field: SavedField) => void) | undefined
  readonly onRevoke: (guest: InvitedGuest) => void
}

export function GuestRow(props: GuestRowProps) {
  const { guest, toFill, following, problem, busy, asked, onAsk, onResend, onRevoke } = props
  const { field, state } = guest
  const { tone, badge } = invitationWords(guest)
  return (
    <li className={styles.guest}>
      <div className={styles.guestHead}>
        <p className={styles.name}>{field.signerName}</p>
        <Badge tone={tone} icon={<ToneIcon tone={tone} />}>
          {badge}
        </Badge>
      </div>
      <p className={styles.detail}>
        {field.signerEmail} · {fieldsInWords([field.page], toFill)}
      </p>
      <GuestNews guest={guest} following={following} over={false} />
      {field.status === 'saved' && (
        <AskedCertificate
          signerName={field.signerName}
          value={asked}
          busy={busy}
          onChange={(identification) => onAsk(field, identification)}
        />
      )}
      {problem && (
        <p role="alert" className={styles.error}>
          {problem}
        </p>
      )}
      {state !== 'not-invited' && state !== 'signed' && (
        <div className={styles.guestActions}>
          {onResend && field.status === 'saved' && (
            <Button size="sm" busy={busy} busyLabel="Enviando…" onClick={() => onResend(field)}>
              Reenviar
              <VisuallyHidden> a {field.signerName}</VisuallyHidden>
            </Button>
          )}
          {state === 'standing' && (
            <Button size="sm" variant="ghost" disabled={busy} onClick={() => onRevoke(guest)}>
              Revocar
              <VisuallyHidden> la invitación de {field.signerName}</VisuallyHidden>
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
