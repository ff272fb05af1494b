import type { ChangeEvent, ClipboardEvent, DragEvent } from 'react'
import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from 'shared/controls'
import { notify } from 'shared/state'
import { Button } from 'shared/ui'
import styles from './CodeField.module.css'
import { codeIn, isWholeCode } from './reset-code.ts'

const NOT_A_CODE = 'El contenido del portapapeles no es un código válido de 6 dígitos'
const NO_CLIPBOARD = 'No se pudo acceder al portapapeles. Ingresa el código manualmente.'

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

/**
 * Accepts typed, pasted, dropped and
 * autofilled codes; keeps only digits.
 */
export function CodeField({ field, error, onCode }: CodeFieldProps) {
  const [pasted, setPasted] = useState(false)

  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const code = codeIn(event.target.value)
    // Assigning the value moves the caret to the end.
    if (event.target.value !== code) event.target.value = code
    setPasted(false)
    return field.onChange(event)
  }
  /** Only a complete code replaces the value. */
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    const code = codeIn(data.getData('text'))
    if (!isWholeCode(code)) return
    event.preventDefault()
    onCode(code)
  }
  const paste = async () => {
    const text = await readClipboard()
    const code = codeIn(text ?? '')
    if (isWholeCode(code)) onCode(code)
    else notify({ type: 'warning', message: text === undefined ? NO_CLIPBOARD : NOT_A_CODE })
    setPasted(isWholeCode(code))
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
