import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import styles from './ChangeHighlight.module.css'

export function ChangeHighlight({ file }: { readonly file: UserFile }) {
  const current = `${file.status} ${file.fields_signed}`
  const [initial] = useState(current)
  return current === initial ? null : <span key={current} className={styles.changed} aria-hidden="true" />
}
