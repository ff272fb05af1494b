import { useEffect, useId, useState } from 'react'
import { messageOf } from 'shared/http'
import { type InboxEntry, inboxApi } from 'shared/http/deferred'
import { useNavigate } from 'shared/router'
import { Alert, Button, Skeleton } from 'shared/ui'
import { formatDay, formatListDate } from '../format.ts'
import styles from './Inbox.module.css'
import { inboxTexts as texts } from './texts.ts'

/** Before «Ver los 12». */
const FIRST = 3

type InboxLoad =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly entries: readonly InboxEntry[] }
  | { readonly kind: 'failed'; readonly message: string }

/** @param count the server's; another one loads the entries again */
const useInbox = (count: number) => {
  const [load, setLoad] = useState<InboxLoad>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    inboxApi.list(controller.signal).then(
      ({ entries }) => setLoad({ kind: 'ready', entries }),
      (error: unknown) => controller.signal.aborted || setLoad({ kind: 'failed', message: messageOf(error) }),
    )
    return () => controller.abort()
  }, [count, attempt])
  return { load, retry: () => setAttempt(attempt + 1) }
}

/** Documents of others that wait for this person. */
export default function Inbox({ count }: { readonly count: number }) {
  const { load, retry } = useInbox(count)
  const id = useId()
  const [whole, setWhole] = useState(false)
  if (load.kind === 'ready' && load.entries.length === 0) return null
  return (
    <section className={styles.inbox} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {texts.heading}
      </h2>
      {load.kind === 'loading' && <Skeleton height="4rem" />}
      {load.kind === 'failed' && (
        <Alert tone="error" live="polite" title={texts.failed} actions={<Button onClick={retry}>{texts.retry}</Button>}>
          {load.message}
        </Alert>
      )}
      {load.kind === 'ready' && (
        <>
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets. */}
          <ul role="list" className={styles.entries}>
            {load.entries.slice(0, whole ? undefined : FIRST).map((entry) => (
              <InboxRow key={entry.invitation_id} entry={entry} />
            ))}
          </ul>
          {!whole && load.entries.length > FIRST && (
            <Button variant="ghost" size="sm" onClick={() => setWhole(true)}>
              {texts.all(load.entries.length)}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

const factsOf = ({ kind, owner_name, sending, fields, sign_by, expires_at, for_email }: InboxEntry): string =>
  [
    texts.asks[kind](owner_name),
    ...(sending === undefined ? [] : [texts.signed(sending)]),
    ...(fields > 1 ? [texts.fields(fields)] : []),
    texts.until(sign_by === undefined ? formatDay(expires_at) : formatListDate(sign_by)),
    ...(for_email === undefined ? [] : [texts.forEmail(for_email)]),
  ].join(' · ')

function InboxRow({ entry }: { readonly entry: InboxEntry }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const open = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { path } = await inboxApi.open(entry.invitation_id)
      navigate(path)
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <li className={styles.entry}>
      <div className={styles.words}>
        <p className={styles.name}>{texts.name(entry)}</p>
        <p className={styles.facts}>{factsOf(entry)}</p>
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
      <Button
        variant="primary"
        size="sm"
        aria-label={texts.open(texts.name(entry))}
        busy={busy}
        busyLabel={texts.opening}
        onClick={() => void open()}
      >
        Abrir
      </Button>
    </li>
  )
}
