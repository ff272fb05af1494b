import LockOpen from 'lucide-react/icons/lock-open'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { FileError } from '../contract/index.ts'
import { PasswordField } from '../controls/PasswordField.tsx'
import { Alert, Button } from '../ui/index.ts'
import styles from './FilePasswordForm.module.css'

export interface FilePasswordFormProps {
  /** Of the file. */
  readonly name: string
  /** With `can_open`. */
  readonly refusal: Pick<FileError, 'error_code' | 'title' | 'message' | 'suggestion'>
  readonly onOpen: (password: string) => void
  readonly onCancel: () => void
}

const ASKS = 'Este PDF pide una contraseña para abrirse'
const MISSING = 'Escribe la contraseña del PDF.'

/** The owner of a file may also lift what it forbids. */
const isRestriction = ({ error_code: code }: FilePasswordFormProps['refusal']): boolean => code === 'PDF_RESTRICTED'

const wrongText = ({ error_code: code, title, suggestion }: FilePasswordFormProps['refusal']): string | undefined =>
  code === 'PDF_PASSWORD_WRONG' ? `${title}. ${suggestion}` : undefined

/** Asks for the password of a PDF. It is in the input alone, and goes with this form. */
export function FilePasswordForm({ name, refusal, onOpen, onCancel }: FilePasswordFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState(wrongText(refusal))
  useEffect(() => input.current?.focus(), [])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = input.current?.value ?? ''
    if (password !== '') return onOpen(password)
    setProblem(MISSING)
    input.current?.focus()
  }

  return (
    <Alert tone="warning" live="polite" title={isRestriction(refusal) ? refusal.title : ASKS}>
      <form className={styles.form} autoComplete="off" noValidate onSubmit={submit}>
        <p className={styles.name}>«{name}»</p>
        {isRestriction(refusal) && (
          <p>
            {refusal.message} {refusal.suggestion}
          </p>
        )}
        <ul className={styles.terms}>
          <li>Se firmará una copia sin protección: quien la reciba la abre sin contraseña.</li>
          <li>Guardamos tu archivo como llegó y lo puedes descargar.</li>
          <li>La contraseña se usa una vez y no se guarda.</li>
          <li>Si ya trae firmas no lo abrimos, porque en la copia dejarían de valer.</li>
        </ul>
        <PasswordField
          ref={input}
          label={isRestriction(refusal) ? 'Contraseña de propietario' : 'Contraseña del PDF'}
          autoComplete="off"
          error={problem}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" icon={<LockOpen />}>
            Abrir y usar la copia
          </Button>
          <Button variant="ghost" onClick={onCancel}>
            Cancelar
          </Button>
        </div>
      </form>
    </Alert>
  )
}
