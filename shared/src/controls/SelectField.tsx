import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps, ReactElement } from 'react'
import styles from './LabelledField.module.css'
import type { FieldTexts } from './LabelledField.tsx'
import { LabelledField } from './LabelledField.tsx'

type SelectOption = { value: string; label: string; disabled?: boolean }

type SelectFieldProps = Omit<ComponentProps<'select'>, 'children' | 'multiple'> &
  FieldTexts & { options: readonly SelectOption[] }

export const SelectField = ({
  label,
  help,
  error,
  id,
  className,
  options,
  'aria-describedby': describedBy,
  ...rest
}: SelectFieldProps): ReactElement => (
  <LabelledField {...{ label, help, error, id, className, describedBy }}>
    {(control) => (
      <div className={styles.box}>
        <select {...rest} {...control}>
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className={styles.chevron} />
      </div>
    )}
  </LabelledField>
)
