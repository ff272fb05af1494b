import { type SubmitEvent, useId, useRef, useState } from 'react'
import { Alert, Button, Dialog, TextField } from 'shared/ui'
import {
  formatIdentification,
  type Identification,
  type IdentificationType,
  identificationProblem,
} from '../agent/identification.ts'
import { flowTexts } from './constants.ts'
import styles from './SigningFlow.module.css'
import type { Asking } from './signing-flow.ts'

export interface IdentificationStepProps {
  readonly asking: Asking
  /** What is said above the question. */
  readonly introduction: string
  readonly notice: string | undefined
  readonly onIdentify: (identification: Identification) => void
  /** Back to the drawing. */
  readonly onBack: () => void
  readonly onCancel: () => void
}

const types: readonly { readonly id: IdentificationType; readonly label: string }[] = [
  { id: 'nacional', label: 'Nacional' },
  { id: 'extranjero', label: 'Extranjero' },
]

const numberLabels: Readonly<Record<IdentificationType, string>> = {
  nacional: 'Número de cédula',
  extranjero: 'Número de DIMEX o DIDI',
}

const placeholders: Readonly<Record<IdentificationType, string>> = {
  nacional: '01-0234-0567',
  extranjero: '155800123456',
}

/** Who signs: type and number, checked as they are typed and asked for when they are sent. */
export function IdentificationStep({ asking, introduction, notice, ...on }: IdentificationStepProps) {
  const formId = useId()
  const [identification, setIdentification] = useState<Identification>({ type: 'nacional', number: '' })
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const busy = asking.kind === 'under-way'

  const type = (next: Identification) => {
    setIdentification(next)
    // What was objected to goes as soon as it is mended; nothing is objected to before it was sent.
    if (problem !== undefined) setProblem(identificationProblem(next))
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = identificationProblem(identification)
    setProblem(found)
    if (found === undefined) on.onIdentify(identification)
    else input.current?.focus()
  }

  return (
    <Dialog
      open
      onClose={on.onCancel}
      size="sm"
      title={flowTexts.auth}
      description={introduction}
      footer={
        <>
          <Button onClick={on.onBack} disabled={busy}>
            Volver
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel="Autenticando…">
            Autenticar
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={submit}>
        {asking.kind === 'failed' && (
          <Alert tone="error" live="assertive" title={flowTexts.authFailed}>
            {asking.message}
            {asking.help && (
              <>
                {' '}
                <a href={asking.help.href} target="_blank" rel="noreferrer">
                  {asking.help.label}
                </a>
              </>
            )}
          </Alert>
        )}
        <p className={styles.note} role="status">
          {asking.kind === 'under-way' && asking.note}
        </p>
        <fieldset className={styles.types} disabled={busy}>
          <legend>Tipo de identificación</legend>
          {types.map(({ id, label }) => (
            <label key={id} className={styles.type}>
              <input
                type="radio"
                name={`${formId}-type`}
                checked={identification.type === id}
                onChange={() => type({ type: id, number: formatIdentification(id, identification.number) })}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <TextField
          ref={input}
          label={numberLabels[identification.type]}
          inputMode="numeric"
          autoComplete="off"
          placeholder={placeholders[identification.type]}
          disabled={busy}
          error={problem}
          value={identification.number}
          onChange={({ target }) =>
            type({ ...identification, number: formatIdentification(identification.type, target.value) })
          }
        />
        {notice && <p className={styles.notice}>{notice}</p>}
      </form>
    </Dialog>
  )
}
