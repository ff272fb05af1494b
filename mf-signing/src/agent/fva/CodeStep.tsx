import { useState } from 'react'
import { Dialog } from 'shared/controls'
import { Alert, Button } from 'shared/ui'
import type { CodeStepProps } from '../signing-agent.ts'
import styles from './CodeStep.module.css'
import { fvaTexts } from './constants.ts'
import { spelledCode, timeLeftText } from './words.ts'

export function CodeStep({ code, secondsLeft, notice, field, onCancel }: CodeStepProps) {
  return (
    <Dialog
      open
      onClose={onCancel}
      size="sm"
      title={fvaTexts.title}
      description={fvaTexts.help}
      footer={<Button onClick={onCancel}>Cancelar</Button>}
    >
      {notice && <Alert tone="warning">{notice}</Alert>}
      {field && <p className={styles.quiet}>{field}</p>}
      <Code code={code} />
      <Alert tone="info">{fvaTexts.warning}</Alert>
      <p className={styles.waiting} aria-hidden="true">
        {timeLeftText(secondsLeft)}
      </p>
    </Dialog>
  )
}

const isDigit = (character: string): boolean => /\d/.test(character)

function Code({ code }: { readonly code: string }) {
  const characters = [...code].map((character, index) => ({ character, key: `${index}${character}` }))
  return (
    <div className={styles.box}>
      {/* Spelled out for screen readers. */}
      <p className={styles.code} role="status" aria-label={spelledCode(code)}>
        {characters.map(({ character, key }) => (
          <span key={key} className={isDigit(character) ? styles.digit : styles.letter}>
            {character}
          </span>
        ))}
      </p>
      <p className={styles.legend} aria-hidden="true">
        <span className={styles.letter}>{fvaTexts.letters}</span>
        <span className={styles.digit}>{fvaTexts.digits}</span>
      </p>
      <CopyCode code={code} />
    </div>
  )
}

function CopyCode({ code }: { readonly code: string }) {
  const [announcement, setAnnouncement] = useState<string>()
  const copy = () =>
    // biome-ignore lint/plugin: a browser refuses the clipboard.
    navigator.clipboard.writeText(code).then(
      () => setAnnouncement(fvaTexts.copied),
      () => setAnnouncement(fvaTexts.notCopied),
    )
  return (
    <p className={styles.copy}>
      <Button size="sm" onClick={() => void copy()}>
        {fvaTexts.copy}
      </Button>
      <span role="status">{announcement}</span>
    </p>
  )
}
