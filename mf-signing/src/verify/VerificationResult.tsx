import { describeHidden, describeReport, signersByField, type VerificationReport } from 'pdf/verify'
import { type Ref, useId } from 'react'
import { Button, Surface, ToneIcon } from 'shared/ui'
import { deferComponent } from '../viewer/deferred.ts'
import type { FoldedPartsProps } from './FoldedParts.tsx'
import type { NationalJudge } from './national/judge.ts'
import { OfficialFormat } from './OfficialFormat.tsx'
import { SignatureCard } from './SignatureCard.tsx'
import styles from './VerificationResult.module.css'
import { lacksPictures, type VerifyPlace } from './verification.ts'
import { formatFileSize, toneOfReport } from './words.ts'

const foldedParts = deferComponent(() => import(/* webpackChunkName: "verify-later" */ './FoldedParts.tsx'))

interface ResultProps extends Pick<FoldedPartsProps, 'checkProof' | 'writeReport'> {
  readonly file: File
  readonly where: VerifyPlace
  readonly report: VerificationReport
  readonly headingRef: Ref<HTMLHeadingElement>
  readonly judge: NationalJudge
  /** Once more, for pages that were not compared. */
  readonly onCompare: () => void
  readonly onAsk: () => void
  readonly onSend: () => void
  readonly onAnother: () => void
}

const locationTexts: Record<VerifyPlace, string> = {
  here: 'Comprobado en este dispositivo. El archivo no salió de aquí.',
  asking: 'Comprobado en este dispositivo, con lo que dicen hoy las autoridades sobre los certificados.',
  server: 'Comprobado en el servidor, que no guardó el archivo.',
}

export function VerificationResult({
  file,
  where,
  report,
  headingRef,
  judge,
  checkProof,
  writeReport,
  onCompare,
  onAsk,
  onSend,
  onAnother,
}: ResultProps) {
  const words = describeReport(report)
  const isSigned = report.kind === 'signed' && report.signatures.length > 0
  const FoldedParts = foldedParts.use(isSigned)
  const tone = toneOfReport(report)
  const signatures = report.kind === 'signed' ? report.signatures : []
  const signers = signersByField(signatures)
  const mayCompare = where !== 'server' && lacksPictures(report)
  const mayAsk = where === 'here' && signatures.some(({ certificate }) => (certificate?.chain.length ?? 0) > 1)
  return (
    <div className={styles.result}>
      <Surface as="section" padding="lg" className={styles.summary} data-tone={tone} aria-label="Resultado">
        <span className={styles.icon}>
          <ToneIcon tone={tone} />
        </span>
        <div className={styles.words}>
          <h2 ref={headingRef} tabIndex={-1} className={styles.title}>
            {words.title}
          </h2>
          <p>{words.text}</p>
          {report.kind === 'signed' && report.hidden > 0 && <p>{describeHidden(report.hidden)}</p>}
          <p className={styles.file}>
            {file.name} · {formatFileSize(file.size)}
          </p>
          <p className={styles.file}>{locationTexts[where]}</p>
        </div>
        <div className={styles.actions}>
          <Button variant="primary" onClick={onAnother}>
            Verificar otro archivo
          </Button>
          {mayCompare && <Button onClick={onCompare}>Comparar las páginas</Button>}
          {mayAsk && <Button onClick={onAsk}>Consultar si fueron revocados</Button>}
        </div>
      </Surface>
      {isSigned && (
        <section className={styles.signatures} aria-label="Firmas">
          {signatures.map((signature, index) => (
            <SignatureCard
              key={`${signature.field} ${signature.covered}`}
              file={file}
              signature={signature}
              number={index + 1}
              signers={signers}
            />
          ))}
        </section>
      )}
      {isSigned && <OfficialFormat signatures={signatures} judge={judge} />}
      {isSigned && (
        <div className={styles.foldedParts}>
          {FoldedParts && <FoldedParts filename={file.name} checkProof={checkProof} writeReport={writeReport} />}
        </div>
      )}
      {where !== 'server' && <OnServer onSend={onSend} />}
    </div>
  )
}

export function OnServer({ onSend }: { readonly onSend: () => void }) {
  const id = useId()
  return (
    <section className={styles.server} aria-labelledby={id}>
      <h2 id={id} className={styles.serverTitle}>
        ¿Prefieres una segunda opinión?
      </h2>
      <p>
        Nuestro servidor puede hacer la misma comprobación. Para eso el archivo sí se envía (hasta 25 MB); no se guarda.
      </p>
      <Button onClick={onSend}>Verificar con el servidor</Button>
    </section>
  )
}
