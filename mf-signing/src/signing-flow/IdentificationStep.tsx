import { type RefObject, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { BY_PUBLIC_LINK, EMAIL_PATTERN, LINK_CODE_LENGTH, MAX_LENGTHS } from 'shared/contract'
import { Dialog, TextField } from 'shared/controls'
import { messageOf, UNKNOWN_FAILURE } from 'shared/http'
import { useOnline } from 'shared/state'
import { Alert, Button } from 'shared/ui'
import { formatIdentification, type IdentificationType } from '../agent/identification.ts'
import { Consent } from '../signing/Consent.tsx'
import { flowTexts } from './constants.ts'
import styles from './SigningFlow.module.css'
import { type ConfirmedSigner, type ContactRule, type SignerProblems, signerProblems } from './signer.ts'
import type { AgentQuestion } from './signing-flow.ts'

export interface IdentificationStepProps {
  readonly signer: ConfirmedSigner
  readonly onSigner: (signer: ConfirmedSigner) => void
  readonly contact: ContactRule
  readonly onMailCode: ((email: string) => Promise<unknown>) | undefined
  readonly knownName: string | undefined
  readonly asking: AgentQuestion
  readonly introduction: string
  readonly notice: string | undefined
  readonly documents?: readonly string[] | undefined
  readonly onIdentify: () => void
  readonly onBack: (() => void) | undefined
  readonly onCancel: () => void
}

const useNumberFocused = (form: RefObject<HTMLFormElement | null>): void => {
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input[data-input="number"]')?.focus(), [form])
}

const useRefusedCode = (form: RefObject<HTMLFormElement | null>, isRefused: boolean): void => {
  useEffect(() => {
    if (!isRefused) return
    const input = form.current?.querySelector<HTMLInputElement>('input[data-input="code"]')
    input?.focus()
    input?.scrollIntoView({ block: 'center' })
  }, [form, isRefused])
}

const useIdentification = ({ signer, onSigner, contact, asking, onIdentify }: IdentificationStepProps) => {
  const [problems, setProblems] = useState<SignerProblems>({})
  const form = useRef<HTMLFormElement>(null)
  // Typing another code clears the error.
  const refused = asking.kind === 'failed' && asking.code === signer.code ? { code: asking.message } : {}
  const isCode = asking.kind === 'failed' && asking.code !== undefined
  useNumberFocused(form)
  useRefusedCode(form, isCode)

  const type = (next: ConfirmedSigner) => {
    onSigner(next)
    // Adds no message before submit.
    setProblems(stillWrong(problems, signerProblems(next, contact)))
  }
  const check = () => {
    const found = signerProblems(signer, contact)
    setProblems(found)
    const [first] = Object.keys(found)
    if (first === undefined) onIdentify()
    else form.current?.querySelector<HTMLInputElement>(`input[data-input="${first}"]`)?.focus()
  }
  useOnline(asking.kind === 'failed' && asking.offline === true, check)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    check()
  }
  return { form, problems: { ...problems, ...refused }, isCode, type, submit }
}

/** Without react-hook-form: docs/decisions/0018. */
export function IdentificationStep(props: IdentificationStepProps) {
  const { signer, contact, asking, onMailCode, onBack, onCancel } = props
  const formId = useId()
  const { form, problems, isCode, type, submit } = useIdentification(props)
  const busy = asking.kind === 'under-way'
  const inputs = { signer, busy, problems, onSigner: type }
  return (
    <Dialog
      open
      onClose={onCancel}
      size="sm"
      title={flowTexts.auth}
      description={props.introduction}
      footer={
        <>
          <Button onClick={onBack ?? onCancel} disabled={busy}>
            {onBack ? 'Volver' : 'Cancelar'}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel="Autenticando…">
            Autenticar
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} className={styles.form} noValidate onSubmit={submit}>
        {!isCode && <Refusal asking={asking} />}
        <p className={styles.note} role="status">
          {asking.kind === 'under-way' && asking.note}
        </p>
        {contact === 'none' && props.knownName && (
          <p>
            Firmas como <strong>{props.knownName}</strong>.
          </p>
        )}
        <IdentificationInputs {...inputs} />
        {contact !== 'none' && <ContactInputs {...inputs} contact={contact} />}
        {contact === 'confirmed' && onMailCode && <CodeInputs {...inputs} onMailCode={onMailCode} />}
        <Consent documents={props.documents} />
        {props.notice && <p className={styles.notice}>{props.notice}</p>}
      </form>
    </Dialog>
  )
}

const stillWrong = (before: SignerProblems, now: SignerProblems): SignerProblems =>
  Object.fromEntries(Object.entries(now).filter(([input]) => input in before))

function Refusal({ asking }: { readonly asking: AgentQuestion }) {
  if (asking.kind !== 'failed') return null
  const { message, help, offline = false } = asking
  // A bug of ours says nothing about the person's identity.
  const title = message === UNKNOWN_FAILURE ? message : flowTexts.authFailed
  if (offline)
    return (
      <Alert tone="warning" live="assertive">
        {message}
      </Alert>
    )
  return (
    <Alert tone="error" live="assertive" title={title}>
      {message === title ? undefined : message}
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
  readonly signer: ConfirmedSigner
  readonly onSigner: (signer: ConfirmedSigner) => void
  readonly busy: boolean
  readonly problems: SignerProblems
}

function IdentificationInputs({ signer, onSigner, busy, problems }: InputsProps) {
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
        data-input="number"
        label={numberLabels[type]}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        placeholder={placeholders[type]}
        disabled={busy}
        error={problems.number}
        value={number}
        onChange={({ target }) => identify(type, target.value)}
      />
    </>
  )
}

function ContactInputs({ signer, onSigner, busy, problems, contact }: InputsProps & { readonly contact: ContactRule }) {
  return (
    <>
      <TextField
        data-input="name"
        label="Nombre"
        help={`Así aparecerá en tu firma, con la nota «${BY_PUBLIC_LINK}».`}
        autoComplete="name"
        maxLength={MAX_LENGTHS.signerName}
        disabled={busy}
        error={problems.name}
        value={signer.name}
        onChange={({ target }) => onSigner({ ...signer, name: target.value })}
      />
      <TextField
        data-input="email"
        type="email"
        inputMode="email"
        label={contact === 'confirmed' ? 'Email' : 'Email (opcional)'}
        help="Para enviarte el documento firmado."
        autoComplete="email"
        maxLength={MAX_LENGTHS.email}
        disabled={busy}
        error={problems.email}
        value={signer.email}
        onChange={({ target }) => onSigner({ ...signer, email: target.value })}
      />
    </>
  )
}

type CodeInputsProps = InputsProps & { readonly onMailCode: (email: string) => Promise<unknown> }

function CodeInputs({ signer, onSigner, busy, problems, onMailCode }: CodeInputsProps) {
  const [mailing, setMailing] = useState(false)
  const [announcement, setAnnouncement] = useState<string>()
  const email = signer.email.trim()
  const mail = async () => {
    setMailing(true)
    try {
      await onMailCode(email)
      setAnnouncement(`Enviamos un código a ${email}. Sirve por 10 minutos.`)
    } catch (error) {
      setAnnouncement(messageOf(error))
    }
    setMailing(false)
  }
  return (
    <>
      <Button
        size="sm"
        busy={mailing}
        busyLabel="Enviando…"
        disabled={busy || !EMAIL_PATTERN.test(email)}
        onClick={() => void mail()}
      >
        Enviarme un código
      </Button>
      <p className={styles.note} role="status">
        {announcement}
      </p>
      <TextField
        data-input="code"
        label="Código del correo"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={LINK_CODE_LENGTH}
        disabled={busy}
        error={problems.code}
        value={signer.code}
        onChange={({ target }) => onSigner({ ...signer, code: target.value.replace(/\D/g, '') })}
      />
    </>
  )
}
