import Download from 'lucide-react/icons/download'
import Mail from 'lucide-react/icons/mail'
import { useEffect, useRef, useState } from 'react'
import type { SignatureResult } from 'shared/contract'
import { notify } from 'shared/state'
import { Button, Stroke } from 'shared/ui'
import { formatDateTime } from '../../format.ts'
import styles from '../GuestPage.module.css'
import { PrivacyLink } from '../PrivacyLink.tsx'
import { sendSignedPdf } from '../send-signed-pdf.ts'
import type { GuestSession } from '../session/guest-session.ts'
import { signedTexts } from './constants.ts'
import { useDownload } from './use-download.ts'

export default function Thanks({ guest, result }: { readonly guest: GuestSession; readonly result: SignatureResult }) {
  const [mailing, setMailing] = useState(false)
  const download = useDownload(guest)
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused dialog has unmounted.
  useEffect(() => heading.current?.focus(), [])

  const mail = async () => {
    setMailing(true)
    notify(await sendSignedPdf(guest.documentId, result.signer_info.email))
    setMailing(false)
  }
  return (
    <section className={styles.thanks}>
      <Stroke variant="flourish" writing="once" />
      <h2 ref={heading} tabIndex={-1}>
        {signedTexts.signed}
      </h2>
      <p className={styles.stepText}>
        {result.signer_info.name} · {formatDateTime(result.signed_at)}
      </p>
      <div className={styles.choices}>
        <Button
          variant="primary"
          icon={<Download />}
          busy={download.busy}
          busyLabel="Descargando…"
          onClick={download.start}
        >
          {signedTexts.downloadSigned}
        </Button>
        <Button icon={<Mail />} busy={mailing} busyLabel="Enviando…" onClick={() => void mail()}>
          Enviar a mi correo
        </Button>
      </div>
      <PrivacyLink entry={guest.entry} />
    </section>
  )
}
