import { useForm } from 'react-hook-form'
import { CodeSchema } from 'shared/contract/accounts'
import { TextField } from 'shared/controls'
import { encode } from 'uqr'
import { securityApi } from '../api/security-api.ts'
import { validateFirst } from '../forms/validate-first.ts'
import styles from './Security.module.css'
import { SecurityDialog } from './SecurityDialog.tsx'

/** Black on white in both themes, for cameras. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((black, x) => (black ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

export interface TotpDialogProps {
  readonly secret: string
  readonly uri: string
  readonly onDone: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}

const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

export function TotpDialog({ secret, uri, onDone, onClose }: TotpDialogProps) {
  const form = useForm({ resolver: validateFirst(CodeSchema), defaultValues: { code: '' } })
  return (
    <SecurityDialog
      form={form}
      fields={['code']}
      title="Activar aplicación de códigos"
      description="Escanea el código con tu aplicación (por ejemplo Aegis, 1Password o Google Authenticator)."
      submit={{ label: 'Activar', busyLabel: 'Activando…' }}
      work={async ({ code }) => onDone((await securityApi.confirmTotp(code)).recovery_codes)}
      onClose={onClose}
    >
      <QrCode text={uri} label="Código QR con la clave para tu aplicación" />
      <p className={styles.secret}>
        ¿No puedes escanear? Escribe esta clave: <code>{grouped(secret)}</code>
      </p>
      <TextField
        label="Código de la aplicación"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        required
        help="Los 6 dígitos que muestra ahora."
        error={form.formState.errors.code?.message}
        {...form.register('code')}
      />
    </SecurityDialog>
  )
}
