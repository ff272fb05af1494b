import type { ReactNode } from 'react'
import styles from './BothThemes.module.css'

const themes = [
  { name: 'light', label: 'Tema claro' },
  { name: 'dark', label: 'Tema oscuro' },
]

export function BothThemes({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.pair}>
      {themes.map(({ name, label }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
        <div key={name} role="group" aria-label={label} data-theme={name} className={styles.paper}>
          {children}
        </div>
      ))}
    </div>
  )
}
