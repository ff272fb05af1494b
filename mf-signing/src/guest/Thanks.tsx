import Download from 'lucide-react/icons/download'
import Mail from 'lucide-react/icons/mail'
import { useEffect, useRef, useState } from 'react'
import type { SignatureResult } from 'shared/contract'
import { filesApi, messageOf, REQUEST_FALLBACK, saveBlob } from 'shared/http'
import { notify } from 'shared/state'
import { Button, Stroke } from 'shared/ui'
import { formatDateTime } from '../format.ts'
import { guestTexts } from './constants.ts'
import styles from './GuestPage.module.css'
import type { Invitation } from './guest-flow.ts'
import { sendSignedPdf } from './send-signed-pdf.ts'

/** Done: the signed document, to take along or to receive by mail. */
export function Thanks({ invitation, result }: { invitation: Invitation; result: SignatureResult }) {
  const { documentId, fileName, user } = invitation
  const [busy, setBusy] = useState<'download' | 'mail'>()
  const heading = useRef<HTMLHeadingElement>(null)
  // The dialog that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])

  const run = async (what: 'download' | 'mail', work: () => Promise<void>) => {
    setBusy(what)
    await work()
    setBusy(undefined)
  }
  const download = () =>
    run('download', async () => {
      notify({ type: 'info', message: guestTexts.downloading })
      try {
        saveBlob(await filesApi.download(documentId, { token: user.access_token }), fileName)
      } catch (error) {
        notify({ type: 'error', message: messageOf(error, REQUEST_FALLBACK) })
      }
    })
  const mail = () => run('mail', async () => void notify(await sendSignedPdf(documentId, user.email)))

  return (
    <section className={styles.thanks}>
      <Stroke variant="flourish" writing="once" />
      <h2 ref={heading} tabIndex={-1}>
        {guestTexts.signed}
      </h2>
      <p className={styles.stepText}>
        {result.signer_info.name} · {formatDateTime(result.signed_at)}
      </p>
      <div className={styles.choices}>
        <Button
          variant="primary"
          icon={<Download />}
          busy={busy === 'download'}
          busyLabel="Descargando…"
          onClick={download}
        >
          {guestTexts.downloadSigned}
        </Button>
        <Button icon={<Mail />} busy={busy === 'mail'} busyLabel="Enviando…" onClick={mail}>
          Enviar a mi correo
        </Button>
      </div>
    </section>
  )
}
