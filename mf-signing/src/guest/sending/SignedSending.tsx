import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { filesApi, invitationsApi } from 'shared/http'
import { Button, CheckIcon } from 'shared/ui'
import { tokenInPath } from '../next/site-path.ts'
import type { GuestSession } from '../session/guest-session.ts'
import { signedTexts } from '../signing/constants.ts'
import { downloadSigned, saveShownDocument } from '../signing/download-signed.ts'
import styles from './SignedSending.module.css'
import type { GuestSendingRow } from './sending-plan.ts'
import { guestSendingTexts as texts } from './texts.ts'

/** Each document is read with the invitation to it. Never throws: a notification names the failure. */
const downloadRow = (guest: GuestSession, { id, to, original_filename, isPresent }: GuestSendingRow): Promise<void> => {
  const token = to === undefined ? undefined : tokenInPath(to)
  if (isPresent || token === undefined) return downloadSigned(guest)
  return saveShownDocument(original_filename, async () => {
    const { access_token } = await invitationsApi.validate(token)
    return filesApi.download(id, { token: access_token })
  })
}

export interface SignedSendingProps {
  readonly guest: GuestSession
  /** Signed in one act. */
  readonly rows: readonly GuestSendingRow[]
}

/** After the common act. */
export function SignedSending({ guest, rows }: SignedSendingProps) {
  return (
    <ul className={styles.list} aria-label={texts.signedList}>
      {rows.map((row) => (
        <li key={row.id}>
          <span className={styles.name}>
            <CheckIcon /> {row.original_filename}
          </span>
          <DownloadRow name={row.original_filename} download={() => downloadRow(guest, row)} />
        </li>
      ))}
    </ul>
  )
}

function DownloadRow({ name, download }: { readonly name: string; readonly download: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await download()
    setBusy(false)
  }
  return (
    <Button size="sm" icon={<Download />} busy={busy} aria-label={texts.download(name)} onClick={() => void press()}>
      {signedTexts.download}
    </Button>
  )
}
