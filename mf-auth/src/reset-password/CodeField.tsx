import type { ChangeEvent, ClipboardEvent, DragEvent } from 'react'
import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { RESET_CODE_LENGTH } from 'shared/contract/accounts'
import { TextField } from 'shared/controls'
import { notify } from 'shared/state'
import { Button } from 'shared/ui'
import styles from './CodeField.module.css'

const NOT_A_CODE = 'El contenido del portapapeles no es un código válido de 6 dígitos'
const NO_CLIPBOARD = 'No se pudo acceder al portapapeles. Ingresa el código manualmente.'

/**
 * Extracts the digits of '123 456',
 * '123-456' or 'Tu código es 123456.'
 */
export const extractCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^0-9]/g, '')
    .slice(0, RESET_CODE_LENGTH)

export const isCompleteCode = (code: string): boolean => code.length === RESET_CODE_LENGTH

export interface CodeFieldProps {
  readonly field: UseFormRegisterReturn
  readonly error: string | undefined
  readonly onCode: (code: string) => void
}

/** Undefined if the browser or the user denies access. */
const readClipboard = async (): Promise<string | undefined> => {
  try {
    return await navigator.clipboard.readText()
  } catch {
    return undefined
  }
}

export function CodeField({ field, error, onCode }: CodeFieldProps) {
  const [pasted, setPasted] = useState(false)

  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const code = extractCode(event.target.value)
    // Assigning the value moves the caret to the end.
    if (event.target.value !== code) event.target.value = code
    setPasted(false)
    return field.onChange(event)
  }
  /** Only a complete code replaces the value. */
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const code = extractCode(data.getData('text'))
    if (!isCompleteCode(code)) return
    event.preventDefault()
    onCode(code)
  }
  const paste = async () => {
    const text = await readClipboard()
    const code = extractCode(text ?? '')
    if (isCompleteCode(code)) onCode(code)
    else notify({ type: 'warning', message: text === undefined ? NO_CLIPBOARD : NOT_A_CODE })
    setPasted(isCompleteCode(code))
  }

  return (
    <TextField
      label="Código de verificación"
      className={styles.code}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      placeholder="000000"
      required
      help={pasted ? 'Código pegado.' : 'Los 6 dígitos del mensaje que te enviamos.'}
      error={error}
      {...field}
      onChange={type}
      onPaste={(event) => take(event, event.clipboardData)}
      onDrop={(event) => take(event, event.dataTransfer)}
      action={<Button onClick={paste}>Pegar código</Button>}
    />
  )
}
