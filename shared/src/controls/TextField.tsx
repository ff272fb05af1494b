import type { ComponentProps, ReactElement, ReactNode } from 'react'
import styles from './Field.module.css'
import type { FieldTexts } from './Field.tsx'
import { Field } from './Field.tsx'

type TextFieldProps = ComponentProps<'input'> &
  FieldTexts & {
    action?: ReactNode
  }

/** `className` applies to the field, other props to the input. */
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
