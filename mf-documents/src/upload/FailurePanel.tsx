import ShieldAlert from 'lucide-react/icons/shield-alert'
import type { FileError } from 'shared/contract'
import { Alert, Badge, Button, cx } from 'shared/ui'
import styles from './FailurePanel.module.css'
import type { Severity, UploadFailure } from './upload-failure.ts'

export interface FailurePanelProps {
  readonly failure: UploadFailure
  readonly onRetry: () => void
  readonly onClose: () => void
}

const severityOf = (failure: UploadFailure): Severity => (failure.kind === 'explained' ? failure.severity : 'error')

/** Why the upload failed and what can be done: the server's explanation where there is one. */
export function FailurePanel({ failure, onRetry, onClose }: FailurePanelProps) {
  const severity = severityOf(failure)
  return (
    <Alert
      live="assertive"
      data-severity={severity}
      className={cx(severity === 'critical' && styles.critical)}
      tone={severity === 'warning' ? 'warning' : 'error'}
      title={failure.kind === 'explained' ? failure.error.title : 'El documento no se subió'}
    >
      <div className={styles.body}>
        {severity === 'critical' && (
          <Badge tone="error" icon={<ShieldAlert />} className={styles.risk}>
            Riesgo de seguridad
          </Badge>
        )}
        {failure.kind === 'explained' ? <Explanation error={failure.error} /> : <p>{failure.message}</p>}
        <div className={styles.actions}>
          <Button size="sm" onClick={onRetry}>
            Reintentar
          </Button>
          <Button size="sm" variant="ghost" onClick={onClose}>
            Cerrar
          </Button>
        </div>
      </div>
    </Alert>
  )
}

function Explanation({ error }: { readonly error: FileError }) {
  return (
    <>
      <p>{error.message}</p>
      <p>
        <strong>Sugerencia:</strong> {error.suggestion}
      </p>
      <details className={styles.details}>
        <summary>Detalles técnicos</summary>
        <dl>
          <dt>Código</dt>
          <dd>{error.error_code}</dd>
          <dt>Tipo</dt>
          <dd>{error.error_type}</dd>
          {error.details && (
            <>
              <dt>Detalles</dt>
              <dd>{error.details}</dd>
            </>
          )}
          <dt>Fecha</dt>
          <dd>{error.timestamp}</dd>
        </dl>
      </details>
    </>
  )
}
