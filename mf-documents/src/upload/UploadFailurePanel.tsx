import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { FileError } from 'shared/contract'
import { Alert, Badge, Button, cx } from 'shared/ui'
import styles from './UploadFailurePanel.module.css'
import type { FailureSeverity, UploadFailure } from './upload-failure.ts'

export interface UploadFailurePanelProps {
  readonly failure: UploadFailure
  readonly onRetry: () => void
  readonly onClean: () => void
  readonly onClose: () => void
}

const failureSeverity = (failure: UploadFailure): FailureSeverity =>
  failure.kind === 'explained' ? failure.severity : 'error'

export function UploadFailurePanel({ failure, onRetry, onClean, onClose }: UploadFailurePanelProps) {
  const severity = failureSeverity(failure)
  const cleanable = failure.kind === 'explained' && failure.error.can_clean
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
        {cleanable && <Cleaning />}
        <div className={styles.actions}>
          {cleanable && (
            <Button size="sm" icon={<ShieldCheck />} onClick={onClean}>
              Quitar ese contenido y subir
            </Button>
          )}
          <Button size="sm" variant={cleanable ? 'ghost' : 'secondary'} onClick={onRetry}>
            Reintentar
          </Button>
          <Button size="sm" variant="ghost" onClick={onClose}>
            Cerrar
          </Button>
        </div>
        {failure.kind === 'explained' && <Details error={failure.error} />}
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
    </>
  )
}

function Cleaning() {
  return (
    <div className={styles.offer}>
      <p>
        <strong>Si quieres, lo quitamos por ti.</strong>
      </p>
      <ul>
        <li>Se quita lo que encontramos, y nada más.</li>
        <li>El texto y las imágenes de las páginas quedan igual.</li>
        <li>Tu archivo original se queda contigo, sin cambios.</li>
        <li>Puede tardar hasta un minuto; lo puedes cancelar.</li>
      </ul>
    </div>
  )
}

function Details({ error }: { readonly error: FileError }) {
  return (
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
  )
}
