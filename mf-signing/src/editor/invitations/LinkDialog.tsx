import Copy from 'lucide-react/icons/copy'
import Share from 'lucide-react/icons/share'
import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import { Dialog, TextField } from 'shared/controls'
import { messageOf } from 'shared/http'
import { Alert, Button, buttonClass } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import styles from './InviteDialog.module.css'

export interface LinkDialogProps {
  readonly file: UserFile
  readonly name: string
  readonly warning: string
  /** Rejects with what the server said. */
  readonly take: () => Promise<string>
  readonly onClose: () => void
}

type Taking =
  | { readonly kind: 'warning' | 'asking' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'taken'; readonly url: string }

/** Warns first: the document's log records that the link was taken. */
export function LinkDialog({ file, name, warning, take, onClose }: LinkDialogProps) {
  const [taking, setTaking] = useState<Taking>({ kind: 'warning' })
  const ask = async () => {
    setTaking({ kind: 'asking' })
    try {
      setTaking({ kind: 'taken', url: await take() })
    } catch (error) {
      setTaking({ kind: 'failed', message: messageOf(error) })
    }
  }
  const isTaken = taking.kind === 'taken'
  return (
    <Dialog
      open
      onClose={onClose}
      title={editorTexts.linkTitle(name)}
      footer={
        <>
          <Button onClick={onClose}>Cerrar</Button>
          {!isTaken && (
            <Button
              variant="primary"
              busy={taking.kind === 'asking'}
              busyLabel="Un momento…"
              onClick={() => void ask()}
            >
              {editorTexts.takeLink}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        <p>{warning}</p>
        {taking.kind === 'failed' && <Alert tone="error" live="assertive" title={taking.message} />}
        {isTaken && <TakenLink url={taking.url} filename={file.original_filename} />}
      </div>
    </Dialog>
  )
}

function TakenLink({ url, filename }: { readonly url: string; readonly filename: string }) {
  const [copied, setCopied] = useState<boolean>()
  const text = editorTexts.sharedText(filename, url)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setCopied(true)
      // biome-ignore lint/plugin: a browser refuses the clipboard, or has none.
    } catch {
      setCopied(false)
    }
  }
  return (
    <>
      <TextField label="Enlace" readOnly value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
      <div className={styles.actions}>
        <Button icon={<Copy />} onClick={copy}>
          {editorTexts.copyLink}
        </Button>
        <ShareLink text={text} />
      </div>
      {copied !== undefined && (
        <p role="status" className={copied ? styles.detail : styles.error}>
          {copied ? editorTexts.linkCopied : editorTexts.linkNotCopied}
        </p>
      )}
    </>
  )
}

/** The phone's own share sheet where there is one. */
function ShareLink({ text }: { readonly text: string }) {
  const isPhone = 'share' in navigator && window.matchMedia('(pointer: coarse)').matches
  if (isPhone)
    return (
      // Closing the share sheet rejects: nothing failed.
      <Button icon={<Share />} onClick={() => void navigator.share({ text }).catch(() => undefined)}>
        {editorTexts.share}
      </Button>
    )
  return (
    <a
      className={buttonClass()}
      href={`https://wa.me/?${new URLSearchParams({ text })}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Share />
      {editorTexts.shareByWhatsApp}
    </a>
  )
}
