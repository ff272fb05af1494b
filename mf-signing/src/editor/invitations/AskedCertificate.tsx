import { useState } from 'react'
import { TextField } from 'shared/controls'

import styles from './InviteDialog.module.css'

export interface AskedCertificateProps {
  readonly signerName: string
  readonly value: string
  readonly busy: boolean
  readonly onChange: (identification: string) => void
}

export function AskedCertificate({ signerName, value, busy, onChange }: AskedCertificateProps) {
  const [isOpen] = useState(value !== '')
  return (
    <details className={styles.detail} open={isOpen}>
      <summary>Pedir firma certificada a {signerName}</summary>
      <TextField
        label="Identificación de su certificado"
        help="Solo podrá firmar con un certificado reconocido que la lleve. Vacío: firma como quiera."
        placeholder="01-0234-0567"
        autoComplete="off"
        maxLength={40}
        disabled={busy}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </details>
  )
}
