import type { ThreadMessage } from 'shared/http/deferred'
import { cx } from 'shared/ui'
import { formatShortDateTime } from '../format.ts'
import styles from './Thread.module.css'
import { threadTexts } from './texts.ts'

export interface ThreadMessagesProps {
  readonly messages: readonly ThreadMessage[]
  /** Who reads. */
  readonly mine: ThreadMessage['by']
  readonly otherName: string
}

/** Text as it was written: nothing in it becomes a link. */
export function ThreadMessages({ messages, mine, otherName }: ThreadMessagesProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets.
    <ol role="list" className={styles.messages}>
      {messages.map(({ number, by, text, at }) => (
        <li key={number} className={cx(styles.message, by === mine && styles.mine)}>
          <p className={styles.who}>
            <strong>{by === mine ? threadTexts.you : otherName}</strong>
            <time dateTime={at}>{formatShortDateTime(at)}</time>
          </p>
          {text === '' ? (
            <p className={styles.who}>{threadTexts.removed}</p>
          ) : (
            <p dir="auto" className={styles.text}>
              {text}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
