import type { ReactNode } from 'react'
import { useId } from 'react'
import { Surface } from 'shared/ui'
import styles from './ProfileSection.module.css'

export interface SectionProps {
  readonly title: string
  readonly lead?: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

export function ProfileSection({ title, lead, action, children }: SectionProps) {
  const id = useId()
  return (
    <Surface as="section" padding="lg" aria-labelledby={id} className={styles.section}>
      <header className={styles.head}>
        <div>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {action}
      </header>
      <ul className={styles.rows}>{children}</ul>
    </Surface>
  )
}

export interface SectionRowProps {
  readonly label: ReactNode
  readonly badge?: ReactNode
  readonly action?: ReactNode
  readonly children?: ReactNode
}

export function SectionRow({ label, badge, action, children }: SectionRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <p className={styles.label}>
          {label} {badge}
        </p>
        {children && <p className={styles.value}>{children}</p>}
      </div>
      {action}
    </li>
  )
}
