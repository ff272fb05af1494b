import Send from 'lucide-react/icons/send'
import { useState } from 'react'
import { ConfirmDialog, Dialog } from 'shared/controls'
import { currentAccessToken } from 'shared/http'
import { Alert, Button, Skeleton } from 'shared/ui'
import type { SavedField } from '../../fields/field-lifecycle.ts'
import { editorTexts } from '../constants.ts'
import { OrderOfSigning } from '../signing-order/OrderOfSigning.tsx'
import { useSigningOrder } from '../signing-order/use-signing-order.ts'
import type { Editor } from '../use-editor.ts'
import { ConfirmEmailNotice } from './ConfirmEmailNotice.tsx'
import { GuestRow } from './GuestRow.tsx'
import styles from './InviteDialog.module.css'
import type { Guest } from './invitations.ts'
import { inviteRefusal, uninvited } from './invitations.ts'
import type { InvitationOutcome } from './send-invitations.ts'
import { useInviting } from './use-inviting.ts'

export interface InviteDialogProps extends Pick<Editor, 'file' | 'invitations'> {
  readonly onClose: () => void
  readonly onChanged: () => void
}

export function InviteDialog({ file, invitations, onChanged, onClose }: InviteDialogProps) {
  const { guests } = invitations
  const inviting = useInviting({ file, onChanged, onSettled: invitations.reload })
  const order = useSigningOrder(file, () => {
    onChanged()
    invitations.reload()
  })
  const { work } = inviting
  const [revoking, setRevoking] = useState<Guest>()
  const refusal = inviteRefusal({ file, guests, token: currentAccessToken() })

  const revoke = async ({ invitation }: Guest) => {
    setRevoking(undefined)
    if (invitation) await inviting.revoke(invitation)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={editorTexts.invite}
      closable={work.kind !== 'sending'}
      footer={<Footer {...{ invitations, inviting, refusal, onClose }} />}
    >
      <div className={styles.body}>
        <p className={styles.file}>
          <span>{editorTexts.inviteFile}</span>
          {file.original_filename}
        </p>
        {refusal && <Alert tone="warning">{refusal}</Alert>}
        <Guests invitations={invitations} inviting={inviting} onRevoke={setRevoking} />
        <OrderOfSigning model={order} />
        {work.kind === 'sent' && <Summary outcomes={work.outcomes} />}
        {work.kind === 'sent' && work.outcomes.some(needsConfirmation) && <ConfirmEmailNotice />}
      </div>
      <ConfirmDialog
        open={revoking !== undefined}
        danger
        title={`¿Revocar la invitación de ${revoking?.field.signerName ?? ''}?`}
        description="Su enlace deja de servir de inmediato. Puedes invitarle de nuevo cuando quieras."
        confirmLabel="Revocar invitación"
        onConfirm={() => revoking && void revoke(revoking)}
        onCancel={() => setRevoking(undefined)}
      />
    </Dialog>
  )
}

interface PartProps extends Pick<Editor, 'invitations'> {
  readonly inviting: ReturnType<typeof useInviting>
}

interface FooterProps extends PartProps {
  readonly refusal: string | undefined
  readonly onClose: () => void
}

function Footer({ invitations: { guests, load }, inviting, refusal, onClose }: FooterProps) {
  const { work } = inviting
  const failed = inviting.failed.filter((field) => guests.some((guest) => guest.field.id === field.id))
  const waiting = failed.length > 0 ? failed : uninvited(guests)
  return (
    <>
      <Button onClick={onClose} disabled={work.kind === 'sending'}>
        {work.kind === 'idle' ? 'Cerrar' : 'Listo'}
      </Button>
      {(waiting.length > 0 || refusal !== undefined) && (
        <SendButton
          fields={waiting}
          retry={failed.length > 0}
          disabled={load.kind !== 'ready' || refusal !== undefined}
          busy={work.kind === 'sending'}
          onSend={inviting.send}
        />
      )}
    </>
  )
}

function Guests({ invitations, inviting, onRevoke }: PartProps & { readonly onRevoke: (guest: Guest) => void }) {
  const { guests, following, load, reload } = invitations
  if (load.kind === 'loading') return <Skeleton height="4rem" />
  if (load.kind === 'failed')
    return (
      <Alert tone="error" live="polite" title={load.message} actions={<Button onClick={reload}>Reintentar</Button>} />
    )
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets.
    <ul role="list" className={styles.guests}>
      {guests.map((guest) => (
        <GuestRow
          key={guest.field.id}
          guest={guest}
          following={following}
          problem={inviting.problemOf(guest.field.id)}
          busy={inviting.isBusy(guest.field.id)}
          onResend={guest.field.status === 'saved' ? inviting.resend : undefined}
          onRevoke={onRevoke}
        />
      ))}
    </ul>
  )
}

const needsConfirmation = (outcome: InvitationOutcome): boolean =>
  outcome.kind === 'failed' && outcome.needsConfirmation === true

interface SendButtonProps {
  readonly fields: readonly SavedField[]
  readonly retry: boolean
  readonly disabled: boolean
  readonly busy: boolean
  readonly onSend: (fields: readonly SavedField[]) => void
}

function SendButton({ fields, retry, disabled, busy, onSend }: SendButtonProps) {
  const label = fields.length <= 1 ? 'Enviar invitación' : `Enviar ${fields.length} invitaciones`
  return (
    <Button
      variant="primary"
      icon={<Send />}
      disabled={disabled}
      busy={busy}
      busyLabel="Enviando…"
      onClick={() => onSend(fields)}
    >
      {retry ? 'Reintentar las que fallaron' : label}
    </Button>
  )
}

function Summary({ outcomes }: { outcomes: readonly InvitationOutcome[] }) {
  const sent = outcomes.filter(({ kind }) => kind === 'sent').length
  const all = outcomes.length
  return sent === all ? (
    <Alert tone="success" live="polite" title={editorTexts.allInvited}>
      {`${sent} de ${all}`}
    </Alert>
  ) : (
    <Alert tone="warning" live="assertive" title={editorTexts.someInvited(sent, all)} />
  )
}
