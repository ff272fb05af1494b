import type { ComponentProps, ReactElement } from 'react'
import type { FieldTexts } from './LabelledField.tsx'
import { LabelledField } from './LabelledField.tsx'

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
  <LabelledField {...{ label, help, error, id, className, describedBy }}>
    {(control) => <textarea rows={3} {...rest} {...control} />}
  </LabelledField>
)
