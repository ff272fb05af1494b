import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import type { ComponentProps, ReactElement } from 'react'
import { useState } from 'react'
import styles from './Field.module.css'
import type { FieldTexts } from './Field.tsx'
import { Field } from './Field.tsx'
import { IconButton } from './IconButton.tsx'

export type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & FieldTexts

/** A password input whose text can be shown for a moment. */
export const PasswordField = ({
  label,
  help,
  error,
  id,
  className,
  'aria-describedby': describedBy,
  ...rest
}: PasswordFieldProps): ReactElement => {
  const [shown, setShown] = useState(false)
  return (
    <Field {...{ label, help, error, id, className, describedBy }}>
      {(control) => (
        <div className={styles.box}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
          />
          <IconButton
            className={styles.toggle}
            label={shown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
            icon={shown ? <EyeOff /> : <Eye />}
            aria-pressed={shown}
            aria-controls={control.id}
            disabled={rest.disabled}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  )
}
