import type { ComponentProps, ReactElement, ReactNode } from 'react'
import styles from './LabelledField.module.css'
import type { FieldTexts } from './LabelledField.tsx'
import { LabelledField } from './LabelledField.tsx'

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
  <LabelledField {...{ label, help, error, id, className, describedBy }}>
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
  </LabelledField>
)
