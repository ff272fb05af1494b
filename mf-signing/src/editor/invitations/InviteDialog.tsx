import { useState } from 'react'
import { ConfirmDialog, Dialog } from 'shared/controls'
import { currentAccessToken } from 'shared/http'
import { Alert, Button, Skeleton } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import { FoldedDeadline } from '../deadline/Deadline.tsx'
import type { SignerPerson } from '../signers/signers.ts'
import { SigningModeChoice } from '../signing-mode/SigningModeChoice.tsx'
import { OrderOfSigning } from '../signing-order/OrderOfSigning.tsx'
import { useSigningOrder } from '../signing-order/use-signing-order.ts'
import type { EditorModel } from '../use-editor.ts'
import { ConfirmEmailNotice } from './ConfirmEmailNotice.tsx'
import { GuestRow } from './GuestRow.tsx'
import styles from './InviteDialog.module.css'
import { InviteFooter } from './InviteFooter.tsx'
import { InviteSummary } from './InviteSummary.tsx'
import type { InvitedGuest } from './invitations.ts'
import { inviteRefusal } from './invitations.ts'
import type { InviteRow } from './invite-rows.ts'
import { inviteRows } from './invite-rows.ts'
import { MessageField } from './message/MessageField.tsx'
import type { InvitationOutcome } from './send-invitations.ts'
import { UninvitableRow } from './UninvitableRow.tsx'
import { type InvitingModel, useInviting } from './use-inviting.ts'
import type { SaveToInvite } from './use-save-to-invite.ts'

export interface InviteDialogProps extends Pick<EditorModel, 'file' | 'fields' | 'signers' | 'invitations'> {
  readonly saving: SaveToInvite
  readonly onClose: () => void
  readonly onChanged: () => void
}

export function InviteDialog(props: InviteDialogProps) {
  const { file, fields, signers, invitations, saving, onChanged, onClose } = props
  const { guests, message } = invitations
  const inviting = useInviting({ file, message, onChanged, onSettled: invitations.reload, onLost: fields.reload })
  const { work, failed } = inviting
  const [revoking, setRevoking] = useState<InvitedGuest>()
  const rows = inviteRows({ fields: fields.settled, signers: signers.list, guests, failure: saving.failure, failed })
  const unsaved = rows.some(({ kind }) => kind === 'unsaved')
  const refusal = unsaved ? undefined : inviteRefusal({ file, guests, token: currentAccessToken() })
  const place = (person: SignerPerson) => {
    onClose()
    signers.addFieldFor(person)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={editorTexts.invite}
      startAtTitle
      closable={work.kind !== 'sending'}
      footer={<InviteFooter {...{ invitations, inviting, saving, refusal, onClose }} />}
    >
      <div className={styles.body}>
        <p className={styles.file}>
          <span>{editorTexts.inviteFile}</span>
          {file.original_filename}
        </p>
        {refusal && <Alert tone="warning">{refusal}</Alert>}
        <SaveFailure saving={saving} />
        {work.kind === 'sent' && <InviteSummary outcomes={work.outcomes} invitations={invitations} />}
        {work.kind === 'sent' && work.outcomes.some(needsConfirmation) && <ConfirmEmailNotice />}
        <Rows
          {...{ rows, invitations, inviting, saving }}
          onRevoke={setRevoking}
          onPlace={fields.readOnlyReason ? undefined : place}
        />
        <MessageField {...{ file, message, guests }} busy={work.kind === 'sending'} />
        <SigningModeChoice file={file} />
        <FoldedDeadline file={file} onChanged={onChanged} />
        {!saving.saving && <Order {...{ file, invitations, onChanged }} />}
      </div>
      <RevokeDialog guest={revoking} inviting={inviting} onDone={() => setRevoking(undefined)} />
    </Dialog>
  )
}

const needsConfirmation = (outcome: InvitationOutcome): boolean =>
  outcome.kind === 'failed' && outcome.needsConfirmation === true

/** Mounted after saving: the order then has all fields. */
function Order({ file, invitations, onChanged }: Pick<InviteDialogProps, 'file' | 'invitations' | 'onChanged'>) {
  const order = useSigningOrder(file, () => {
    onChanged()
    invitations.reload()
  })
  return <OrderOfSigning model={order} />
}

function SaveFailure({ saving }: Pick<InviteDialogProps, 'saving'>) {
  if (!saving.failure) return null
  return (
    <Alert
      tone="error"
      live="assertive"
      title={saving.failure.unsaved.length > 0 ? editorTexts.saveFailed : editorTexts.removeFailed}
      actions={<Button onClick={saving.save}>{editorTexts.saveAgain}</Button>}
    >
      {editorTexts.notSavedNotInvited}
    </Alert>
  )
}

interface RowsProps extends Pick<InviteDialogProps, 'invitations' | 'saving'> {
  readonly rows: readonly InviteRow[]
  readonly inviting: InvitingModel
  readonly onRevoke: (guest: InvitedGuest) => void
  readonly onPlace: ((person: SignerPerson) => void) | undefined
}

function Rows({ rows, invitations, inviting, saving, onRevoke, onPlace }: RowsProps) {
  const { following, load, reload } = invitations
  if (load.kind === 'loading') return <Skeleton height="4rem" />
  if (load.kind === 'failed')
    return (
      <Alert tone="error" live="polite" title={load.message} actions={<Button onClick={reload}>Reintentar</Button>} />
    )
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets.
    <ul role="list" className={styles.guests}>
      {rows.map((row) =>
        row.kind === 'guest' ? (
          <GuestRow
            key={row.key}
            guest={row.guest}
            following={following}
            problem={inviting.problemOf(row.guest.field.id)}
            busy={inviting.isBusy(row.guest.field.id)}
            asked={row.guest.field.status === 'saved' ? inviting.askedOf(row.guest.field) : ''}
            onAsk={inviting.ask}
            onResend={row.guest.field.status === 'saved' ? inviting.resend : undefined}
            onRevoke={onRevoke}
          />
        ) : (
          <UninvitableRow key={row.key} row={row} saving={saving.saving} onPlace={onPlace} />
        ),
      )}
    </ul>
  )
}

interface RevokeDialogProps {
  readonly guest: InvitedGuest | undefined
  readonly inviting: InvitingModel
  readonly onDone: () => void
}

function RevokeDialog({ guest, inviting, onDone }: RevokeDialogProps) {
  return (
    <ConfirmDialog
      open={guest !== undefined}
      danger
      title={`¿Revocar la invitación de ${guest?.field.signerName ?? ''}?`}
      description="Su enlace deja de servir de inmediato. Puedes invitarle de nuevo cuando quieras."
      confirmLabel="Revocar invitación"
      onConfirm={() => {
        onDone()
        if (guest?.invitation) void inviting.revoke(guest.invitation)
      }}
      onCancel={onDone}
    />
  )
}
