import Check from 'lucide-react/icons/check'
import Send from 'lucide-react/icons/send'
import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import { Alert, Button, Dialog, ToneIcon } from 'shared/ui'
import type { Field, SavedField } from '../fields/field-lifecycle.ts'
import { invitableFields } from '../fields/field-lifecycle.ts'
import { editorTexts } from './constants.ts'
import styles from './InviteDialog.module.css'
import type { InvitationOutcome } from './send-invitations.ts'
import { sendInvitations } from './send-invitations.ts'

export interface InviteDialogProps {
  readonly open: boolean
  readonly file: UserFile
  readonly fields: readonly Field[]
  /** At least one invitation left. */
  readonly onSent: () => void
  readonly onClose: () => void
}

type Sending =
  | { readonly kind: 'asking' }
  | { readonly kind: 'sending'; readonly outcomes: readonly InvitationOutcome[] }
  | { readonly kind: 'done'; readonly outcomes: readonly InvitationOutcome[] }

const outcomesOf = (sending: Sending) => (sending.kind === 'asking' ? [] : sending.outcomes)

/** Says who gets what, sends, and tells of each invitation what became of it. */
export function InviteDialog({ open, file, fields, onSent, onClose }: InviteDialogProps) {
  const [sending, setSending] = useState<Sending>({ kind: 'asking' })
  const invitable = invitableFields(fields)
  const outcomes = outcomesOf(sending)
  const failed = outcomes.filter(({ kind }) => kind === 'failed').map(({ field }) => field)

  const send = async (chosen: readonly SavedField[]) => {
    let done: readonly InvitationOutcome[] = outcomes.filter(({ field }) => !chosen.includes(field))
    setSending({ kind: 'sending', outcomes: done })
    await sendInvitations(file, chosen, (outcome) => {
      done = [...done, outcome]
      setSending({ kind: 'sending', outcomes: done })
    })
    setSending({ kind: 'done', outcomes: done })
    if (done.some(({ kind }) => kind === 'sent')) onSent()
  }
  const close = () => {
    setSending({ kind: 'asking' })
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={editorTexts.invite}
      closable={sending.kind !== 'sending'}
      footer={
        sending.kind === 'done' && failed.length === 0 ? (
          <Button variant="primary" onClick={close}>
            Listo
          </Button>
        ) : (
          <>
            <Button onClick={close} disabled={sending.kind === 'sending'}>
              {sending.kind === 'done' ? 'Cerrar' : 'Cancelar'}
            </Button>
            <Button
              variant="primary"
              icon={<Send />}
              disabled={invitable.length === 0}
              busy={sending.kind === 'sending'}
              busyLabel="Enviando…"
              onClick={() => send(sending.kind === 'done' ? failed : invitable)}
            >
              {sending.kind === 'done' ? 'Reintentar las que fallaron' : sendLabel(invitable.length)}
            </Button>
          </>
        )
      }
    >
      <div className={styles.body}>
        <p className={styles.file}>
          <span>{editorTexts.inviteFile}</span>
          {file.original_filename}
        </p>
        {invitable.length === 0 && <Alert tone="warning">{editorTexts.noInvitable}</Alert>}
        {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to Safari unless it says so. */}
        <ul role="list" className={styles.guests}>
          {invitable.map((field) => (
            <Guest key={field.id} field={field} outcome={outcomes.find((outcome) => outcome.field.id === field.id)} />
          ))}
        </ul>
        {sending.kind === 'done' && <Summary outcomes={outcomes} />}
      </div>
    </Dialog>
  )
}

const sendLabel = (count: number) => (count === 1 ? 'Enviar invitación' : `Enviar ${count} invitaciones`)

function Guest({ field, outcome }: { field: SavedField; outcome: InvitationOutcome | undefined }) {
  return (
    <li className={styles.guest}>
      <div>
        <p className={styles.name}>{field.signerName}</p>
        <p className={styles.detail}>
          {field.signerEmail} · un campo en la página {field.page}
        </p>
        {outcome?.kind === 'failed' && (
          <p className={styles.error}>
            <ToneIcon tone="error" /> {outcome.message}
          </p>
        )}
      </div>
      {outcome?.kind === 'sent' && (
        <span className={styles.sent}>
          <Check /> Enviada
        </span>
      )}
    </li>
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
