import { useState } from 'react'
import { Alert, Button } from 'shared/ui'
import { deferComponent } from '../viewer/deferred.ts'
import type { ComparisonProps } from './compare/Comparison.tsx'
import type { CompareSide } from './compare/view.ts'
import styles from './SignatureCard.module.css'

const comparison = deferComponent(() => import(/* webpackChunkName: "verify-later" */ './compare/Comparison.tsx'))

type CompareButtonsProps = Omit<ComparisonProps, 'side' | 'onClose'>

const buttons = [
  { side: 'signed', label: 'Ver lo firmado' },
  { side: 'today', label: 'Ver cómo está hoy' },
] as const satisfies readonly { side: CompareSide; label: string }[]

/** Absent if nothing follows the signature: both versions are the file itself. */
export function CompareButtons({ file, signature, signers }: CompareButtonsProps) {
  const [side, setSide] = useState<CompareSide>()
  const [hasFailed, setFailed] = useState(false)
  const Comparison = comparison.use(side !== undefined && !hasFailed, () => setFailed(true))
  const { covered } = signature
  if (covered <= 0 || covered >= file.size) return null
  const close = () => {
    setSide(undefined)
    setFailed(false)
  }
  return (
    <div className={styles.compare}>
      {buttons.map(({ side: each, label }) => (
        <Button
          key={each}
          size="sm"
          busy={side === each && !Comparison && !hasFailed}
          onClick={() => {
            setFailed(false)
            setSide(each)
          }}
        >
          {label}
        </Button>
      ))}
      {hasFailed && (
        <Alert
          tone="error"
          live="polite"
          title="No pudimos abrir la comparación"
          actions={<Button onClick={() => setFailed(false)}>Intentar de nuevo</Button>}
        >
          Revisa tu conexión.
        </Alert>
      )}
      {Comparison && side !== undefined && (
        <Comparison file={file} signature={signature} signers={signers} side={side} onClose={close} />
      )}
    </div>
  )
}
