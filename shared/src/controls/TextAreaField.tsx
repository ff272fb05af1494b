import type { ComponentProps, ReactElement } from 'react'
import type { FieldTexts } from './Field.tsx'
import { Field } from './Field.tsx'

type TextAreaFieldProps = ComponentProps<'textarea'> & FieldTexts

export const TextAreaField = ({
  label,
  help,
  error,
  id,
  className,
  'aria-describedby': describedBy,
  ...rest
}: TextAreaFieldProps): ReactElement => (
  <Field {...{ label, help, error, id, className, describedBy }}>
    {(control) => <textarea rows={3} {...rest} {...control} />}
  </Field>
)
