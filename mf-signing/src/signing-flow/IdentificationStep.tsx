import { type RefObject, type SubmitEvent, useId, useRef, useState } from 'react'
import { Dialog, TextField } from 'shared/controls'
import { Alert, Button } from 'shared/ui'
import { formatIdentification, type IdentificationType } from '../agent/identification.ts'
import { Consent } from './Consent.tsx'
import { flowTexts } from './constants.ts'
import styles from './SigningFlow.module.css'
import { type Signer, type SignerProblems, signerProblems } from './signer.ts'
import type { Asking } from './signing-flow.ts'

export interface IdentificationStepProps {
  readonly signer: Signer
  readonly onSigner: (signer: Signer) => void
  /** Nobody was invited: name and e-mail are asked for, too. */
  readonly asksContact: boolean
  readonly asking: Asking
  /** What is said above the question. */
  readonly introduction: string
  readonly notice: string | undefined
  readonly onIdentify: () => void
  /** Back to the drawing. */
  readonly onBack: () => void
  readonly onCancel: () => void
}

/** Who signs: type and number, checked as they are typed and asked for when they are sent. */
export function IdentificationStep({ signer, onSigner, asking, onBack, onCancel, ...props }: IdentificationStepProps) {
  const formId = useId()
  const [problems, setProblems] = useState<SignerProblems>({})
  const number = useRef<HTMLInputElement>(null)
  const email = useRef<HTMLInputElement>(null)
  const busy = asking.kind === 'under-way'

  const type = (next: Signer) => {
    onSigner(next)
    // What was objected to goes as soon as it is mended; nothing is objected to before it was sent.
    const found = signerProblems(next)
    setProblems({
      ...(problems.number && found.number ? { number: found.number } : {}),
      ...(problems.email && found.email ? { email: found.email } : {}),
    })
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = signerProblems(signer)
    setProblems(found)
    if (found.number) number.current?.focus()
    else if (found.email) email.current?.focus()
    else props.onIdentify()
  }

  return (
    <Dialog
      open
      onClose={onCancel}
      size="sm"
      title={flowTexts.auth}
      description={props.introduction}
      footer={
        <>
          <Button onClick={onBack} disabled={busy}>
            Volver
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel="Autenticando…">
            Autenticar
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={submit}>
        <Refusal asking={asking} />
        <p className={styles.note} role="status">
          {asking.kind === 'under-way' && asking.note}
        </p>
        <IdentificationInputs inputRef={number} {...{ signer, busy }} onSigner={type} problem={problems.number} />
        {props.asksContact && (
          <ContactInputs inputRef={email} {...{ signer, busy }} onSigner={type} problem={problems.email} />
        )}
        <Consent />
        {props.notice && <p className={styles.notice}>{props.notice}</p>}
      </form>
    </Dialog>
  )
}

/** What the agent said. */
function Refusal({ asking }: { readonly asking: Asking }) {
  if (asking.kind !== 'failed') return null
  const { message, help } = asking
  return (
    <Alert tone="error" live="assertive" title={flowTexts.authFailed}>
      {message === flowTexts.authFailed ? undefined : message}
      {help && (
        <>
          {' '}
          <a href={help.href} target="_blank" rel="noreferrer">
            {help.label}
          </a>
        </>
      )}
    </Alert>
  )
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

interface InputsProps {
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly signer: Signer
  readonly onSigner: (signer: Signer) => void
  readonly busy: boolean
  readonly problem: string | undefined
}

function IdentificationInputs({ inputRef, signer, onSigner, busy, problem }: InputsProps) {
  const name = useId()
  const { type, number } = signer.identification
  const identify = (next: IdentificationType, typed: string) =>
    onSigner({ ...signer, identification: { type: next, number: formatIdentification(next, typed) } })
  return (
    <>
      <fieldset className={styles.types} disabled={busy}>
        <legend>Tipo de identificación</legend>
        {types.map(({ id, label }) => (
          <label key={id} className={styles.type}>
            <input type="radio" name={name} checked={type === id} onChange={() => identify(id, number)} />
            {label}
          </label>
        ))}
      </fieldset>
      <TextField
        ref={inputRef}
        label={numberLabels[type]}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        placeholder={placeholders[type]}
        disabled={busy}
        error={problem}
        value={number}
        onChange={({ target }) => identify(type, target.value)}
      />
    </>
  )
}

/** Longest name and e-mail that the server takes, in characters. */
const NAME_MAX_LENGTH = 64
const EMAIL_MAX_LENGTH = 254

function ContactInputs({ inputRef, signer, onSigner, busy, problem }: InputsProps) {
  return (
    <>
      <TextField
        label="Nombre (opcional)"
        autoComplete="name"
        maxLength={NAME_MAX_LENGTH}
        disabled={busy}
        value={signer.name}
        onChange={({ target }) => onSigner({ ...signer, name: target.value })}
      />
      <TextField
        ref={inputRef}
        type="email"
        inputMode="email"
        label="Email (opcional)"
        help="Para enviarte el documento firmado."
        autoComplete="email"
        maxLength={EMAIL_MAX_LENGTH}
        disabled={busy}
        error={problem}
        value={signer.email}
        onChange={({ target }) => onSigner({ ...signer, email: target.value })}
      />
    </>
  )
}
