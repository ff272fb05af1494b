import { useId } from 'react'
import { annotationTexts as texts } from '../texts.ts'
import styles from './ModeParameters.module.css'

export interface ColorChoiceProps {
  readonly colors: readonly { readonly label: string; readonly color: string }[]
  readonly value: string
  readonly onChange: (color: string) => void
  readonly any?: boolean
}

export function ColorChoice({ colors, value, onChange, any = false }: ColorChoiceProps) {
  const name = useId()
  const listed = colors.some(({ color }) => color === value)
  return (
    <fieldset className={styles.colors} aria-label={texts.color}>
      {colors.map(({ label, color }) => (
        <label key={color} className={styles.swatch} title={label}>
          <input
            type="radio"
            name={name}
            aria-label={label}
            checked={color === value}
            onChange={() => onChange(color)}
          />
          <span style={{ background: color }} />
        </label>
      ))}
      {any && (
        <label className={styles.swatch} title={texts.otherColor} data-other={!listed}>
          <input
            type="color"
            aria-label={texts.otherColor}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <span style={listed ? undefined : { background: value }} />
        </label>
      )}
    </fieldset>
  )
}
