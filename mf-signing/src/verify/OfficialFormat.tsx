import type { SignatureReport } from 'pdf/verify'
import { useId, useState } from 'react'
import { Alert, Button, Skeleton } from 'shared/ui'
import { deferComponent } from '../viewer/deferred.ts'
import type { NationalJudge } from './national/judge.ts'
import styles from './VerificationResult.module.css'

const judgement = deferComponent(() => import(/* webpackChunkName: "verify-later" */ './national/Judgement.tsx'))

interface OfficialFormatProps {
  readonly signatures: readonly SignatureReport[]
  readonly judge: NationalJudge
}

const isNational = ({ certificate }: SignatureReport): boolean =>
  certificate?.trust === 'national' || certificate?.trust === 'simulator'

/** At once for a national signature, else on request. */
export function OfficialFormat({ signatures, judge }: OfficialFormatProps) {
  const id = useId()
  const [isWanted, setWanted] = useState(() => signatures.some(isNational))
  const [hasFailed, setFailed] = useState(false)
  const Judgement = judgement.use(isWanted && !hasFailed, () => setFailed(true))
  return (
    <section className={styles.format} aria-labelledby={id}>
      <h2 id={id} className={styles.sectionTitle}>
        Formato oficial de Costa Rica
      </h2>
      {!isWanted && (
        <>
          <p>Revisa si el documento cumple las reglas para documentos con firma digital certificada.</p>
          <Button onClick={() => setWanted(true)}>Revisar el formato oficial</Button>
        </>
      )}
      {hasFailed && (
        <Alert
          tone="error"
          live="polite"
          title="No pudimos cargar la revisión"
          actions={<Button onClick={() => setFailed(false)}>Intentar de nuevo</Button>}
        >
          Revisa tu conexión.
        </Alert>
      )}
      {isWanted &&
        !hasFailed &&
        (Judgement ? <Judgement signatures={signatures} judge={judge} /> : <Skeleton height="8rem" />)}
    </section>
  )
}
