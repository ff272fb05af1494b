import type { ChangeEvent } from 'react'
import { useState } from 'react'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from 'shared/contract/accounts'
import { PasswordField, type PasswordFieldProps } from 'shared/controls'
import styles from './NewPasswordField.module.css'
import { type PasswordStrength, passwordStrength } from './password-strength.ts'

const words: Readonly<Record<PasswordStrength, string>> = {
  short: `Al menos ${PASSWORD_MIN_LENGTH} caracteres.`,
  weak: 'Débil: es de las primeras que alguien probaría.',
  fair: 'Aceptable: una palabra más la haría fuerte.',
  good: 'Buena.',
  excellent: 'Excelente.',
}

/** Filled bars, of four. */
const bars: Readonly<Record<PasswordStrength, number>> = { short: 0, weak: 1, fair: 2, good: 3, excellent: 4 }

/** For password generators (Apple's non-standard `passwordrules`). */
const rules = { passwordrules: `minlength: ${PASSWORD_MIN_LENGTH};` }

export type NewPasswordFieldProps = Omit<PasswordFieldProps, 'help'> & {
  /** Personal data: passwords made of it are weak. */
  readonly personal: () => readonly string[]
}

/** Rejects nothing. */
export function NewPasswordField({ personal, onChange, ...rest }: NewPasswordFieldProps) {
  const [strength, setStrength] = useState<PasswordStrength>('short')
  const updateStrength = (event: ChangeEvent<HTMLInputElement>) => {
    setStrength(passwordStrength(event.target.value, personal(), PASSWORD_MIN_LENGTH))
    onChange?.(event)
  }
  return (
    <PasswordField
      autoComplete="new-password"
      minLength={PASSWORD_MIN_LENGTH}
      maxLength={PASSWORD_MAX_LENGTH}
      required
      {...rules}
      {...rest}
      onChange={updateStrength}
      help={
        <span className={styles.strength} data-strength={strength}>
          {bars[strength] > 0 && (
            <span aria-hidden="true" className={styles.bars}>
              {[0, 1, 2, 3].map((bar) => (
                <span key={bar} className={bar < bars[strength] ? styles.filled : undefined} />
              ))}
            </span>
          )}
          {words[strength]}
        </span>
      }
    />
  )
}
