import { useEffect, useRef, useState } from 'react'
import { XML_MIME_TYPE } from 'shared/contract/verify'
import { isAbort, messageOf, saveBlob } from 'shared/http'
import { Alert, Button } from 'shared/ui'
import styles from '../VerificationResult.module.css'
import type { WrittenReport } from './report-task.ts'

export type ReportWriter = (signal: AbortSignal) => Promise<WrittenReport>

interface TechnicalReportProps {
  /** Of the file that was verified. */
  readonly filename: string
  readonly write: ReportWriter
}

const FAILED = 'No pudimos preparar el informe. Intenta de nuevo.'

const reportName = (filename: string): string => `${filename.replace(/\.pdf$/i, '')} - informe.xml`

type WritingState = { readonly kind: 'waiting'; readonly error?: string } | { readonly kind: 'writing' }

/** Folded: it is for programs and experts. */
export function TechnicalReport({ filename, write }: TechnicalReportProps) {
  const [state, setState] = useState<WritingState>({ kind: 'waiting' })
  const work = useRef(new AbortController())
  useEffect(() => () => work.current.abort(), [])
  const save = async () => {
    work.current = new AbortController()
    setState({ kind: 'writing' })
    try {
      const { xml } = await write(work.current.signal)
      if (xml === undefined) return setState({ kind: 'waiting', error: FAILED })
      saveBlob(new Blob([xml], { type: XML_MIME_TYPE }), reportName(filename))
      setState({ kind: 'waiting' })
    } catch (error) {
      if (!isAbort(error)) setState({ kind: 'waiting', error: messageOf(error, FAILED) })
    }
  }
  return (
    <details className={styles.folded}>
      <summary>Informe técnico (XML)</summary>
      <p>
        El resultado de cada firma, con sus certificados y sellos de tiempo, en el formato europeo ETSI TS 119 102-2. Lo
        leen otros programas de validación. Es más estricto que esta página: sin datos de revocación, no da ninguna
        firma por válida. Se prepara en este dispositivo.
      </p>
      {state.kind === 'waiting' && state.error !== undefined && (
        <Alert tone="error" live="polite" title={state.error} />
      )}
      <Button busy={state.kind === 'writing'} busyLabel="Preparando el informe" onClick={() => void save()}>
        Descargar el informe
      </Button>
    </details>
  )
}
