import {
  certificationOf,
  certificationTexts,
  describeCertificate,
  describeChange,
  describeLevel,
  describeProblem,
  describeRevocation,
  describeTime,
  describeVerdict,
  formatVerifiedMoment,
  type SignatureReport,
  type SignersByField,
} from 'pdf/verify'
import { Badge, Surface, ToneIcon } from 'shared/ui'
import { CompareButtons } from './CompareButtons.tsx'
import styles from './SignatureCard.module.css'
import { badgeOf, isBelowDoubt, nameOfSigner, toneOfChange, toneOfSignature } from './words.ts'

interface SignatureCardProps {
  readonly file: File
  readonly signature: SignatureReport
  readonly number: number
  readonly signers: SignersByField
  /** Its pages are not compared yet. */
  readonly isComparing?: boolean
}

const certificationTones = { national: 'success', simulator: 'warning' } as const

export function SignatureCard({ file, signature, number, signers, isComparing = false }: SignatureCardProps) {
  const { kind } = signature
  const isPending = isComparing && !isBelowDoubt(signature.verdict) && signature.picture.state === 'not-compared'
  const tone = isPending ? 'info' : toneOfSignature(signature)
  const id = `firma-${number}`
  const certification = isPending ? undefined : certificationOf(signature)
  return (
    <Surface as="article" className={styles.card} data-tone={tone} aria-labelledby={id}>
      <header className={styles.header}>
        <div>
          <p className={styles.eyebrow}>{kind === 'signature' ? `Firma ${number}` : 'Sello de tiempo del documento'}</p>
          <h3 id={id} className={styles.name}>
            {nameOfSigner(signature)}
          </h3>
        </div>
        <Badge tone={tone} icon={<ToneIcon tone={tone} />}>
          {isPending ? 'Comparando…' : badgeOf(signature)}
        </Badge>
      </header>
      {certification !== undefined && (
        <Badge
          className={styles.certification}
          tone={certificationTones[certification]}
          icon={<ToneIcon tone={certificationTones[certification]} />}
        >
          {certificationTexts[certification]}
        </Badge>
      )}
      <p>{isPending ? 'Falta comparar las páginas con las que se firmaron.' : describeVerdict(signature).text}</p>
      {signature.problems.length > 0 && (
        <ul className={styles.problems}>
          {signature.problems.map((problem) => (
            <li key={problem}>{describeProblem(problem)}</li>
          ))}
        </ul>
      )}
      <Facts signature={signature} />
      <After signature={signature} signers={signers} />
      {!isComparing && <CompareButtons file={file} signature={signature} signers={signers} />}
      <Details signature={signature} />
    </Surface>
  )
}

function Facts({ signature }: { readonly signature: SignatureReport }) {
  const { certificate, revocation, reason, location, level, permits } = signature
  const time = describeTime(signature.time)
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Cuándo</dt>
        <dd>
          {time.title} <span className={styles.fine}>{time.text}</span>
        </dd>
      </div>
      {certificate !== undefined && (
        <div>
          <dt>Certificado</dt>
          <dd>
            {describeCertificate(certificate, signature.kind)}{' '}
            <span className={styles.fine}>{describeRevocation(revocation)}</span>
          </dd>
        </div>
      )}
      {signature.kind === 'signature' && (
        <div>
          <dt>Nivel</dt>
          <dd>
            {describeLevel(level)}
            {permits === 1 && <span className={styles.fine}> Certifica el documento: no permite cambios.</span>}
          </dd>
        </div>
      )}
      {reason !== undefined && (
        <div>
          <dt>Motivo</dt>
          <dd>{reason}</dd>
        </div>
      )}
      {location !== undefined && (
        <div>
          <dt>Lugar</dt>
          <dd>{location}</dd>
        </div>
      )}
    </dl>
  )
}

function After({ signature, signers }: Pick<SignatureCardProps, 'signature' | 'signers'>) {
  const { changes, picture } = signature
  if (changes.length === 0)
    return picture.state === 'same' ? <p className={styles.after}>Nada cambió después.</p> : null
  return (
    <div className={styles.after}>
      <h4 className={styles.afterTitle}>Después</h4>
      <ul className={styles.changes}>
        {changes.map((change) => (
          <li key={JSON.stringify(change)} data-tone={toneOfChange(change)}>
            <ToneIcon tone={toneOfChange(change)} /> {describeChange(change, signers)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Details({ signature }: { readonly signature: SignatureReport }) {
  const { certificate, field, covered, algorithm } = signature
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Organización', certificate?.organisation],
    ['Identificación', certificate?.identification],
    ['Correo', certificate?.email],
    ['Emitido por', certificate?.issuer],
    [
      'Vigencia',
      certificate &&
        `Del ${formatVerifiedMoment(certificate.validFrom)} al ${formatVerifiedMoment(certificate.validTo)}`,
    ],
    ['Número de serie', certificate?.serial],
    ['Llave', certificate?.key],
    ['Algoritmo', algorithm],
    ['Campo', field],
    ['Bytes que cubre', covered.toLocaleString('es-CR')],
  ]
  return (
    <details className={styles.details}>
      <summary>Datos técnicos</summary>
      <dl className={styles.facts}>
        {rows.map(
          ([term, value]) =>
            value !== undefined &&
            value !== '' && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </details>
  )
}
