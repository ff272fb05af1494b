import type { ReactNode } from 'react'
import styles from './BothThemes.module.css'

export type ThemeName = 'light' | 'dark'
const themes: readonly { readonly name: ThemeName; readonly label: string }[] = [
  { name: 'light', label: 'Tema claro' },
  { name: 'dark', label: 'Tema oscuro' },
]

export function BothThemes({ children }: { readonly children: (theme: ThemeName) => ReactNode }) {
  return (
    <div className={styles.pair}>
      {themes.map(({ name, label }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
        <div key={name} role="group" aria-label={label} data-theme={name} className={styles.paper}>
          {children(name)}
        </div>
      ))}
    </div>
  )
}
