import { useEffect, useState } from 'react'
import { messageOf } from 'shared/http'
import { type InboxEntry, inboxApi } from 'shared/http/deferred'
import { useNavigate } from 'shared/router'
import { Alert, Button, buttonClass, StrokeLoader } from 'shared/ui'
import { bearerOfUser } from '../session/bearer-of-user.ts'
import { AccountHome } from './AccountHome.tsx'
import styles from './NextDocument.module.css'
import { openNext } from './open-next.ts'
import { nextTexts as texts } from './texts.ts'

type Waiting =
  | { readonly kind: 'looking' }
  | { readonly kind: 'known'; readonly entries: readonly InboxEntry[] }
  | { readonly kind: 'failed'; readonly message: string }

/** The server no longer lists what the person has just answered. */
const useWaiting = () => {
  const [waiting, setWaiting] = useState<Waiting>({ kind: 'looking' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    inboxApi.list(controller.signal, bearerOfUser()).then(
      ({ entries }) => setWaiting({ kind: 'known', entries }),
      (error: unknown) => controller.signal.aborted || setWaiting({ kind: 'failed', message: messageOf(error) }),
    )
    return () => controller.abort()
  }, [attempt])
  const retry = () => {
    setWaiting({ kind: 'looking' })
    setAttempt(attempt + 1)
  }
  return { waiting, setWaiting, retry }
}

const isOver = (waiting: Waiting): boolean => waiting.kind === 'known' && waiting.entries.length === 0

/** The next document of the account's inbox, without the dashboard; its page shows it before anything is signed. */
export default function NextDocument() {
  const { waiting, setWaiting, retry } = useWaiting()
  return (
    <section className={styles.next} aria-label={texts.label}>
      {waiting.kind === 'looking' && <StrokeLoader text={texts.looking} />}
      {waiting.kind === 'failed' && (
        <Alert tone="error" live="polite" title={texts.failed} actions={<Button onClick={retry}>{texts.retry}</Button>}>
          {waiting.message}
        </Alert>
      )}
      {waiting.kind === 'known' && (
        <Known
          entries={waiting.entries}
          onNone={() => setWaiting({ kind: 'known', entries: [] })}
          onFailed={(error) => setWaiting({ kind: 'failed', message: messageOf(error) })}
        />
      )}
      {waiting.kind !== 'looking' && (
        <AccountHome className={buttonClass(isOver(waiting) ? 'primary' : 'ghost')}>{texts.back}</AccountHome>
      )}
    </section>
  )
}

interface KnownProps {
  readonly entries: readonly InboxEntry[]
  readonly onNone: () => void
  readonly onFailed: (error: unknown) => void
}

function Known({ entries, onNone, onFailed }: KnownProps) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [first] = entries
  const open = async () => {
    setBusy(true)
    try {
      const path = await openNext(entries, bearerOfUser())
      // Going back to a page of a guest ends the session; the dashboard is there instead.
      if (path === undefined) onNone()
      else navigate(path, { replace: true })
    } catch (error) {
      onFailed(error)
    }
  }
  if (first === undefined) return <p role="status">{texts.none}</p>
  return (
    <>
      <Button variant="primary" busy={busy} busyLabel={texts.opening} onClick={() => void open()}>
        {texts.next(first.kind, entries.length)}
      </Button>
      <p className={styles.about}>{texts.about(first)}</p>
    </>
  )
}
