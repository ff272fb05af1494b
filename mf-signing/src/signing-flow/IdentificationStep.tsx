import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useId, useState } from 'react'
import { type UseFormReturn, useController, useForm, useFormState, useWatch } from 'react-hook-form'
import { BY_PUBLIC_LINK, EMAIL_PATTERN, LINK_CODE_LENGTH, MAX_LENGTHS } from 'shared/contract'
import { Dialog, TextField } from 'shared/controls'
import { messageOf } from 'shared/http'
import { Alert, Button } from 'shared/ui'
import { formatIdentification, type IdentificationType } from '../agent/identification.ts'
import { Consent } from '../signing/Consent.tsx'
import { flowTexts } from './constants.ts'
import styles from './SigningFlow.module.css'
import { type ContactRule, type Signer, signerSchema } from './signer.ts'
import type { Asking } from './signing-flow.ts'

export interface IdentificationStepProps {
  readonly signer: Signer
  readonly onSigner: (signer: Signer) => void
  /** For guests without an invitation. */
  readonly contact: ContactRule
  readonly onMailCode: ((email: string) => Promise<unknown>) | undefined
  readonly asking: Asking
  readonly introduction: string
  readonly notice: string | undefined
  readonly onIdentify: () => void
  readonly onBack: () => void
  readonly onCancel: () => void
}

type SignerForm = UseFormReturn<Signer>

const inputNames = ['identification.number', 'name', 'email', 'code'] as const

/** A refused code gets the focus. */
const useRefusedCode = ({ setFocus }: SignerForm, isRefused: boolean): void => {
  useEffect(() => {
    if (!isRefused) return
    setFocus('code')
    // The error is below the input.
    document.activeElement?.scrollIntoView({ block: 'center' })
  }, [setFocus, isRefused])
}

/** The flow keeps what was typed when the step unmounts. */
const useKeptSigner = (
  { watch, getValues, getFieldState, trigger }: SignerForm,
  onSigner: (signer: Signer) => void,
): void => {
  useEffect(() => {
    const { unsubscribe } = watch(() => {
      onSigner(getValues())
      // Clears a message when its input becomes valid. Adds none before submit.
      const shown = inputNames.filter((name) => getFieldState(name).invalid)
      if (shown.length > 0) void trigger(shown)
    })
    return unsubscribe
  }, [watch, getValues, getFieldState, trigger, onSigner])
}

const useIdentification = ({ signer, onSigner, contact, asking }: IdentificationStepProps) => {
  const form = useForm<Signer>({
    resolver: valibotResolver(signerSchema(contact)),
    defaultValues: signer,
    reValidateMode: 'onSubmit',
  })
  useKeptSigner(form, onSigner)
  const isCode = asking.kind === 'failed' && asking.code !== undefined
  useRefusedCode(form, isCode)
  // Typing another code clears the error.
  const refusedCode = asking.kind === 'failed' && asking.code === signer.code ? asking.message : undefined
  return { form, isCode, refusedCode }
}

export function IdentificationStep(props: IdentificationStepProps) {
  const { contact, asking, onMailCode, onIdentify, onBack, onCancel } = props
  const formId = useId()
  const { form, isCode, refusedCode } = useIdentification(props)
  const busy = asking.kind === 'under-way'
  const inputs = { form, busy }
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
      <form id={formId} className={styles.form} noValidate onSubmit={form.handleSubmit(() => onIdentify())}>
        {!isCode && <Refusal asking={asking} />}
        <p className={styles.note} role="status">
          {asking.kind === 'under-way' && asking.note}
        </p>
        <IdentificationInputs {...inputs} />
        {contact !== 'none' && <ContactInputs {...inputs} contact={contact} />}
        {contact === 'confirmed' && onMailCode && <CodeInputs {...inputs} {...{ refusedCode, onMailCode }} />}
        <Consent />
        {props.notice && <p className={styles.notice}>{props.notice}</p>}
      </form>
    </Dialog>
  )
}

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
  readonly form: SignerForm
  readonly busy: boolean
}

function IdentificationInputs({ form, busy }: InputsProps) {
  const { control, register, setValue, getValues } = form
  const type = useWatch({ control, name: 'identification.type' })
  const { field, fieldState } = useController({ control, name: 'identification.number' })
  const reformat = () => {
    const { identification } = getValues()
    setValue('identification.number', formatIdentification(identification.type, identification.number))
  }
  return (
    <>
      <fieldset className={styles.types} disabled={busy}>
        <legend>Tipo de identificación</legend>
        {types.map(({ id, label }) => (
          <label key={id} className={styles.type}>
            <input type="radio" value={id} {...register('identification.type', { onChange: reformat })} />
            {label}
          </label>
        ))}
      </fieldset>
      <TextField
        label={numberLabels[type]}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        placeholder={placeholders[type]}
        disabled={busy}
        error={fieldState.error?.message}
        {...field}
        onChange={({ target }) => field.onChange(formatIdentification(type, target.value))}
      />
    </>
  )
}

function ContactInputs({ form, busy, contact }: InputsProps & { readonly contact: ContactRule }) {
  const { register } = form
  const { errors } = useFormState({ control: form.control })
  return (
    <>
      <TextField
        label="Nombre"
        help={`Así aparecerá en tu firma, con la nota «${BY_PUBLIC_LINK}».`}
        autoComplete="name"
        maxLength={MAX_LENGTHS.signerName}
        disabled={busy}
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        type="email"
        inputMode="email"
        label={contact === 'confirmed' ? 'Email' : 'Email (opcional)'}
        help="Para enviarte el documento firmado."
        autoComplete="email"
        maxLength={MAX_LENGTHS.email}
        disabled={busy}
        error={errors.email?.message}
        {...register('email')}
      />
    </>
  )
}

interface CodeInputsProps extends InputsProps {
  readonly refusedCode: string | undefined
  readonly onMailCode: (email: string) => Promise<unknown>
}

function CodeInputs({ form, busy, refusedCode, onMailCode }: CodeInputsProps) {
  const [mailing, setMailing] = useState(false)
  const [said, setSaid] = useState<string>()
  const email = useWatch({ control: form.control, name: 'email' }).trim()
  const { field, fieldState } = useController({ control: form.control, name: 'code' })
  const mail = async () => {
    setMailing(true)
    try {
      await onMailCode(email)
      setSaid(`Enviamos un código a ${email}. Sirve por 10 minutos.`)
    } catch (error) {
      setSaid(messageOf(error, 'No se pudo enviar el código. Intenta de nuevo.'))
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
        {said}
      </p>
      <TextField
        label="Código del correo"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={LINK_CODE_LENGTH}
        disabled={busy}
        error={refusedCode ?? fieldState.error?.message}
        {...field}
        onChange={({ target }) => field.onChange(target.value.replace(/\D/g, ''))}
      />
    </>
  )
}
