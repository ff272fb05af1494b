import { useRef } from 'react'
import { Dialog } from 'shared/controls'
import { Button } from 'shared/ui'
import styles from './Security.module.css'
import { type CopyState, useCopy } from './use-copy.ts'

export interface ShownOnceDialogProps {
  readonly title: string
  readonly description: string
  readonly label: string
  readonly values: readonly string[]
  readonly copyLabel: string
  readonly doneLabel: string
  readonly copyTexts: Readonly<Record<CopyState, string>>
  readonly onClose: () => void
}

export function ShownOnceDialog({ values, copyTexts, onClose, ...texts }: ShownOnceDialogProps) {
  const list = useRef<HTMLUListElement>(null)
  const { state, copy } = useCopy(list)
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={texts.title}
      description={texts.description}
      footer={
        <>
          <Button onClick={() => void copy(values.join('\n'))}>{texts.copyLabel}</Button>
          <Button variant="primary" onClick={onClose}>
            {texts.doneLabel}
          </Button>
        </>
      }
    >
      <ul ref={list} className={styles.codes} aria-label={texts.label}>
        {values.map((value) => (
          <li key={value}>
            <code>{value}</code>
          </li>
        ))}
      </ul>
      <p role="status" className={styles.copied}>
        {copyTexts[state]}
      </p>
    </Dialog>
  )
}
