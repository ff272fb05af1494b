import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import { Dialog, RetryAlert, SelectField, Tabs } from 'shared/controls'
import { Alert, Button, Skeleton } from 'shared/ui'
import { editorTexts } from '../../constants.ts'
import type { InvitedGuest } from '../invitations.ts'
import styles from './PreviewDialog.module.css'
import { type MailPreview, useMessagePreview } from './use-preview.ts'

export interface PreviewDialogProps {
  readonly file: UserFile
  readonly guests: readonly InvitedGuest[]
  readonly message: { readonly message?: string }
  readonly onClose: () => void
}

export function PreviewDialog({ file, guests, message, onClose }: PreviewDialogProps) {
  const [chosen, setChosen] = useState(guests[0]?.field.id)
  const field = (guests.find((guest) => guest.field.id === chosen) ?? guests[0])?.field
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={editorTexts.previewMail}
      description={editorTexts.previewMeaning}
      footer={<Button onClick={onClose}>Volver</Button>}
    >
      <div className={styles.preview}>
        {guests.length > 1 ? (
          <SelectField
            label={editorTexts.previewFor}
            value={String(field?.id)}
            options={guests.map(({ field: { id, signerName, signerEmail } }) => ({
              value: String(id),
              label: `${signerName} (${signerEmail})`,
            }))}
            onChange={({ target }) => setChosen(Number(target.value))}
          />
        ) : (
          <p>
            {editorTexts.previewFor} {field?.signerName} ({field?.signerEmail}).
          </p>
        )}
        {field && <Preview fileId={file.id} fieldId={field.id} message={message.message} to={field.signerEmail} />}
      </div>
    </Dialog>
  )
}

interface PreviewProps {
  readonly fileId: number
  readonly fieldId: number
  readonly message: string | undefined
  readonly to: string
}

function Preview({ to, ...asked }: PreviewProps) {
  const { load, again } = useMessagePreview(asked)
  switch (load.kind) {
    case 'loading':
      return <Skeleton height="24rem" />
    case 'failed':
      return <RetryAlert live="polite" title={load.message} onRetry={again} />
    case 'ready':
      return <Mail mail={load.mail} to={to} />
  }
}

const tabs = [
  { id: 'html', label: editorTexts.previewHtml },
  { id: 'text', label: editorTexts.previewText },
] as const

function Mail({ mail, to }: { readonly mail: MailPreview; readonly to: string }) {
  const [shown, setShown] = useState<(typeof tabs)[number]['id']>('html')
  return (
    <>
      <dl className={styles.head}>
        <dt>Asunto</dt>
        <dd>{mail.subject}</dd>
      </dl>
      {mail.waits && <Alert tone="info">{editorTexts.previewWaits}</Alert>}
      <Tabs tabs={tabs} selected={shown} onSelect={setShown} label={editorTexts.previewMail}>
        {shown === 'html' ? (
          // docs/decisions/0044-mails-and-their-preview.md
          <iframe
            className={styles.frame}
            sandbox=""
            title={`Correo para ${to}`}
            src={`data:text/html;charset=utf-8,${encodeURIComponent(mail.html)}`}
          />
        ) : (
          <pre className={styles.text}>{mail.text}</pre>
        )}
      </Tabs>
    </>
  )
}
