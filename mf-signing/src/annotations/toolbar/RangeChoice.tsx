import { useId } from 'react'
import styles from './ModeParameters.module.css'

export interface RangeChoiceProps {
  readonly label: string
  readonly range: { readonly min: number; readonly max: number; readonly step: number }
  readonly value: number
  readonly text: string
  readonly disabled?: boolean
  readonly onChange: (value: number) => void
}

export function RangeChoice({ label, range, value, text, disabled = false, onChange }: RangeChoiceProps) {
  const id = useId()
  return (
    <div className={styles.range}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        {...range}
        value={value}
        aria-valuetext={text}
        disabled={disabled}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <output htmlFor={id}>{text}</output>
    </div>
  )
}
