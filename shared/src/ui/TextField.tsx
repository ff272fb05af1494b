import type { ComponentProps, ReactElement } from 'react'
import type { FieldTexts } from './Field.tsx'
import { Field } from './Field.tsx'

export type TextFieldProps = ComponentProps<'input'> & FieldTexts

/** A labelled text input; every native input prop goes to the input, `className` to the whole field. */
export const TextField = ({
  label,
  help,
  error,
  id,
  className,
  'aria-describedby': describedBy,
  ...rest
}: TextFieldProps): ReactElement => (
  <Field {...{ label, help, error, id, className, describedBy }}>
    {(control) => <input type="text" {...rest} {...control} />}
  </Field>
)
