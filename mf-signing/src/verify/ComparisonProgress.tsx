import { describeReport, signersByField, type VerificationReport } from 'pdf/verify'
import { Button, Progress, Surface } from 'shared/ui'
import type { PictureProgress } from './pictures/picture-task.ts'
import { SignatureCard } from './SignatureCard.tsx'
import styles from './VerificationResult.module.css'
import { isBelowDoubt } from './words.ts'

interface ComparingProps {
  readonly file: File
  readonly report: VerificationReport
  readonly progress: PictureProgress | undefined
  readonly onSkip: () => void
}

const labels = { first: 'Comparando las páginas', second: 'Comparándolas otra vez, con otro programa' } as const

const labelOf = (progress: PictureProgress | undefined): string =>
  progress === undefined ? labels.first : `${labels[progress.renderer]}: ${progress.done} de ${progress.total}`

/** Shows the signatures until the pages are compared. */
export function ComparisonProgress({ file, report, progress, onSkip }: ComparingProps) {
  const signatures = report.kind === 'signed' ? report.signatures : []
  const signers = signersByField(signatures)
  const isKnown = report.kind === 'signed' && isBelowDoubt(report.verdict)
  return (
    <div className={styles.result}>
      <Surface as="section" padding="lg" className={styles.comparing} aria-label="Comparación de las páginas">
        <h2 className={styles.title}>{isKnown ? describeReport(report).title : 'Falta comparar las páginas'}</h2>
        <p>Dibujamos cada página como se firmó y como está hoy, para encontrar lo que cambió a la vista.</p>
        <Progress label={labelOf(progress)} value={progress && (progress.done / Math.max(1, progress.total)) * 100} />
        <Button onClick={onSkip}>Cancelar</Button>
      </Surface>
      <section className={styles.signatures} aria-label="Firmas">
        {signatures.map((signature, index) => (
          <SignatureCard
            key={`${signature.field} ${signature.covered}`}
            file={file}
            signature={signature}
            number={index + 1}
            signers={signers}
            isComparing
          />
        ))}
      </section>
    </div>
  )
}
