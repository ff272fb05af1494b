import { useId, useState } from 'react'
import type { SigningMode, UserFile } from 'shared/contract'
import type { ModeChoice } from 'shared/contract/signing-order'
import { Alert, Button, Skeleton } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import styles from './SigningModeChoice.module.css'
import { type SigningModeModel, useSigningMode } from './use-signing-mode.ts'

const modes: readonly { readonly mode: SigningMode; readonly label: string; readonly meaning: string }[] = [
  {
    mode: 'electronic',
    label: 'Firma electrónica',
    meaning: 'Cada quien firma desde su enlace y la plataforma cierra el documento con su sello.',
  },
  {
    mode: 'certified',
    label: 'Firma digital certificada',
    meaning:
      'Solo firman certificados de firma digital de Costa Rica (Ley 8454), y el PDF no lleva nada de la plataforma: el informe va aparte.',
  },
]

export function SigningModeChoice({ model }: { readonly model: SigningModeModel }) {
  const { choice, problem, choose, reload } = model
  return (
    <>
      {choice && <Choice {...{ choice, choose }} />}
      {!choice && !problem && <Skeleton height="8rem" />}
      {problem && (
        <Alert tone="error" live="assertive" actions={!choice && <Button onClick={reload}>Reintentar</Button>}>
          {problem}
        </Alert>
      )}
    </>
  )
}

interface ChoiceProps extends Pick<SigningModeModel, 'choose'> {
  readonly choice: ModeChoice
}

function Choice({ choice, choose }: ChoiceProps) {
  const name = useId()
  const { mode: chosen, fixed, unavailable } = choice
  // Hides a mode that cannot be chosen.
  const shown = modes.filter(
    ({ mode }) => mode === chosen || (fixed === null && (mode === 'electronic' || unavailable === null)),
  )
  if (shown.length < 2 && fixed === null)
    return (
      <p className={styles.meaning}>
        {shown[0]?.label}: {shown[0]?.meaning}
      </p>
    )
  return (
    <fieldset className={styles.modes} disabled={fixed !== null} aria-describedby={`${name}-reason`}>
      <legend>{editorTexts.mode}</legend>
      {shown.map(({ mode, label, meaning }) => (
        <label key={mode} className={styles.mode}>
          <input type="radio" name={name} checked={chosen === mode} onChange={() => choose(mode)} />
          <span>
            {label}
            <span className={styles.meaning}>{meaning}</span>
          </span>
        </label>
      ))}
      {fixed && (
        <p id={`${name}-reason`} className={styles.meaning}>
          {fixed}
        </p>
      )}
    </fieldset>
  )
}

export function FoldedSigningModeChoice({ file }: { readonly file: UserFile }) {
  const [open, setOpen] = useState(false)
  const chosen = modes.find(({ mode }) => mode === (file.signing_mode ?? 'electronic'))
  return (
    <details className={styles.folded} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {editorTexts.mode}: {chosen?.label}
      </summary>
      {open && <LoadedChoice file={file} />}
    </details>
  )
}

function LoadedChoice({ file }: { readonly file: UserFile }) {
  return <SigningModeChoice model={useSigningMode(file)} />
}
