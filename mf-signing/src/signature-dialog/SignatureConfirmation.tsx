import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { BY_PUBLIC_LINK, type SignatureResult } from 'shared/contract'
import { Badge, ToneIcon } from 'shared/ui'
import { formatDateTime, formatLongDate } from '../format.ts'
import { dialogTexts } from './constants.ts'
import styles from './SignatureConfirmation.module.css'
import { securityNotes } from './security-notes.ts'

export function SignatureConfirmation({ result }: { result: SignatureResult }) {
  const { signer_info: signer, certificate_info: certificate } = result
  return (
    <div className={styles.confirmation}>
      <dl className={styles.facts}>
        <Fact name="Firmado por">
          {signer.name}
          <span className={styles.quiet}>{signer.email}</span>
          {result.by_public_link && <span className={styles.quiet}>{BY_PUBLIC_LINK}</span>}
        </Fact>
        <Fact name="Fecha y hora">{formatDateTime(result.signed_at)}</Fact>
        <Fact name="Certificado válido hasta">{formatLongDate(certificate.valid_to)}</Fact>
        <Fact name="Emisor">{certificate.issuer}</Fact>
        <Fact name="Estado de la firma">
          <Verified verified={result.verified} />
        </Fact>
        <Fact name="Agente de firma">
          {dialogTexts.agents[result.agent]}
          {result.proven_identification && (
            <span className={styles.quiet}>{dialogTexts.proven(result.proven_identification)}</span>
          )}
        </Fact>
        <Fact name="Número de serie">
          <span className={styles.serial}>{certificate.serial_number}</span>
        </Fact>
      </dl>
      <ul className={styles.notes}>
        {securityNotes(result).map((note) => (
          <li key={note}>
            <ShieldCheck /> {note}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Verified({ verified }: { verified: boolean }) {
  const tone = verified ? 'success' : 'warning'
  return (
    <Badge tone={tone} icon={<ToneIcon tone={tone} />}>
      {verified ? 'Válido' : 'Sin verificar'}
    </Badge>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
