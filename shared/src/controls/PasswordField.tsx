import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import type { ComponentProps, FocusEvent, KeyboardEvent, ReactElement } from 'react'
import { useState } from 'react'
import { IconButton } from '../ui/actions/IconButton.tsx'
import styles from './LabelledField.module.css'
import type { FieldTexts } from './LabelledField.tsx'
import { LabelledField } from './LabelledField.tsx'

export type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type' | 'onKeyDown' | 'onKeyUp'> & FieldTexts

const useCapsLock = (onBlur: ComponentProps<'input'>['onBlur']) => {
  const [on, setOn] = useState(false)
  const readCapsLock = (event: KeyboardEvent<HTMLInputElement>) => setOn(event.getModifierState('CapsLock'))
  const handlers = {
    onKeyDown: readCapsLock,
    // For the Caps Lock key itself, only keyup is reliable.
    onKeyUp: readCapsLock,
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      setOn(false)
      onBlur?.(event)
    },
  }
  return [on, handlers] as const
}

export const PasswordField = ({
  label,
  help,
  error,
  id,
  className,
  'aria-describedby': describedBy,
  onBlur,
  ...rest
}: PasswordFieldProps): ReactElement => {
  const [shown, setShown] = useState(false)
  const [capsLock, capsLockHandlers] = useCapsLock(onBlur)
  const below = error || help
  const message = capsLock ? (
    <>
      <span className={styles.note}>Bloq Mayús está activado.</span> {below}
    </>
  ) : (
    below
  )
  return (
    <LabelledField {...{ label, id, className, describedBy }} {...(error ? { error: message } : { help: message })}>
      {(control) => (
        <div className={styles.box}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...rest}
            {...capsLockHandlers}
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
    </LabelledField>
  )
}
