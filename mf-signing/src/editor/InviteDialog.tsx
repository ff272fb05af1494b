import Send from 'lucide-react/icons/send'
import { useState } from 'react'
import { ConfirmDialog, Dialog } from 'shared/controls'
import { currentAccessToken } from 'shared/http'
import { Alert, Button, Skeleton } from 'shared/ui'
import type { SavedField } from '../fields/field-lifecycle.ts'
import { ConfirmEmailNotice } from './ConfirmEmailNotice.tsx'
import { editorTexts } from './constants.ts'
import { GuestRow } from './GuestRow.tsx'
import styles from './InviteDialog.module.css'
import type { Guest } from './invitations.ts'
import { inviteRefusal, uninvited } from './invitations.ts'
import { OrderOfSigning } from './OrderOfSigning.tsx'
import type { InvitationOutcome } from './send-invitations.ts'
import type { Editor } from './use-editor.ts'
import { useInviting } from './use-inviting.ts'
import { useSigningOrder } from './use-signing-order.ts'

export interface InviteDialogProps {
  readonly editor: Editor
  readonly onChanged: () => void
}

/** Sends and revokes invitations; shows the state of each. */
export function InviteDialog({ editor, onChanged }: InviteDialogProps) {
  const { file, guests, invitations, closeDialog } = editor
  const inviting = useInviting({ file, onChanged, onSettled: invitations.reload })
  const order = useSigningOrder(file, () => {
    onChanged()
    invitations.reload()
  })
  const { work } = inviting
  const [revoking, setRevoking] = useState<Guest>()
  const refusal = inviteRefusal({ file, guests, token: currentAccessToken() })
  const failed = inviting.failed.filter((field) => guests.some((guest) => guest.field.id === field.id))
  const waiting = failed.length > 0 ? failed : uninvited(guests)
  const known = invitations.load.kind === 'ready'

  const revoke = async ({ invitation }: Guest) => {
    setRevoking(undefined)
    if (invitation) await inviting.revoke(invitation)
  }
  return (
    <Dialog
      open
      onClose={closeDialog}
      title={editorTexts.invite}
      closable={work.kind !== 'sending'}
      footer={
        <>
          <Button onClick={closeDialog} disabled={work.kind === 'sending'}>
            {work.kind === 'idle' ? 'Cerrar' : 'Listo'}
          </Button>
          {(waiting.length > 0 || refusal !== undefined) && (
            <SendButton
              fields={waiting}
              retry={failed.length > 0}
              disabled={!known || refusal !== undefined}
              busy={work.kind === 'sending'}
              onSend={inviting.send}
            />
          )}
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.file}>
          <span>{editorTexts.inviteFile}</span>
          {file.original_filename}
        </p>
        {refusal && <Alert tone="warning">{refusal}</Alert>}
        {invitations.load.kind === 'loading' && <Skeleton height="4rem" />}
        {invitations.load.kind === 'failed' && (
          <Alert
            tone="error"
            live="polite"
            title={invitations.load.message}
            actions={<Button onClick={invitations.reload}>Reintentar</Button>}
          />
        )}
        {known && (
          // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets.
          <ul role="list" className={styles.guests}>
            {guests.map((guest) => (
              <GuestRow
                key={guest.field.id}
                guest={guest}
                following={editor.following}
                problem={inviting.problemOf(guest.field.id)}
                busy={inviting.isBusy(guest.field.id)}
                onResend={guest.field.status === 'saved' ? inviting.resend : undefined}
                onRevoke={setRevoking}
              />
            ))}
          </ul>
        )}
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
