import Clock from 'lucide-react/icons/clock'
import Minus from 'lucide-react/icons/minus'
import { type ReactNode, useEffect, useRef } from 'react'
import { CheckIcon, cx, PenLineIcon } from 'shared/ui'
import { SendingLink } from '../next/SendingLink.tsx'
import styles from './SendingLine.module.css'
import { countSigned, type GuestSendingRow } from './sending-plan.ts'
import { guestSendingTexts as texts } from './texts.ts'

/** Escape and a press outside close the list. */
const useClosing = () => {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const close = () => {
      if (details.current) details.current.open = false
    }
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !details.current?.open) return
      close()
      details.current.querySelector('summary')?.focus()
    }
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !details.current?.contains(target)) close()
    }
    window.addEventListener('keydown', onKeyDown, { signal })
    window.addEventListener('pointerdown', onPress, { signal, capture: true })
    return () => controller.abort()
  }, [])
  return details
}

/** What the person does with a document: to sign it, without other words. */
export interface SendingWords {
  readonly count: (done: number, total: number) => string
  readonly states: Readonly<Record<GuestSendingRow['state'], string>>
}

export interface SendingLineProps {
  readonly rows: readonly GuestSendingRow[]
  readonly words?: SendingWords
}

/** «1 de 3 firmados»; unfolded, the documents of the sending with their states. */
export function SendingLine({ rows, words = texts }: SendingLineProps) {
  const details = useClosing()
  const { signed, total } = countSigned(rows)
  return (
    <details ref={details} className={styles.line}>
      <summary>{words.count(signed, total)}</summary>
      <nav className={styles.panel} aria-label={texts.list}>
        <ol className={styles.list}>
          {rows.map((row) => (
            <li key={row.id}>
              <Name row={row} />
              <State state={row.state} words={words} />
            </li>
          ))}
        </ol>
      </nav>
    </details>
  )
}

function Name({ row: { original_filename, isPresent, to } }: { readonly row: GuestSendingRow }) {
  const name = original_filename || texts.nameless
  if (isPresent)
    return (
      <span className={styles.present} aria-current="page">
        {name}
      </span>
    )
  if (to === undefined) return <span className={styles.closed}>{name}</span>
  return (
    <SendingLink className={styles.name} to={to}>
      {name}
    </SendingLink>
  )
}

const icons: Readonly<Record<GuestSendingRow['state'], ReactNode>> = {
  open: <PenLineIcon />,
  later: <Clock />,
  signed: <CheckIcon />,
  ended: <Minus />,
}

function State({ state, words }: Pick<GuestSendingRow, 'state'> & { readonly words: SendingWords }) {
  return (
    <span className={cx(styles.state, styles[state])}>
      {icons[state]} {words.states[state]}
    </span>
  )
}
