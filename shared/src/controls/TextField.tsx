import type { ComponentProps, ReactElement, ReactNode } from 'react'
import styles from './Field.module.css'
import type { FieldTexts } from './Field.tsx'
import { Field } from './Field.tsx'

export type TextFieldProps = ComponentProps<'input'> &
  FieldTexts & {
    /** A button beside the input that does something to its text. */
    action?: ReactNode
  }

/** A labelled text input; every native input prop goes to the input, `className` to the whole field. */
export const TextField = ({
  label,
  help,
  error,
  action,
  id,
  className,
  'aria-describedby': describedBy,
  ...rest
}: TextFieldProps): ReactElement => (
  <Field {...{ label, help, error, id, className, describedBy }}>
    {(control) => {
      const input = <input type="text" {...rest} {...control} />
      if (!action) return input
      return (
        <div className={styles.withAction}>
          {input}
          {action}
        </div>
      )
    }}
  </Field>
)
