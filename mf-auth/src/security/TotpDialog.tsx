import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { CodeSchema } from 'shared/contract/accounts'
import { Dialog, TextField } from 'shared/controls'
import { Button } from 'shared/ui'
import type * as v from 'valibot'
import { validateFirst, warnOfFirst } from '../screen/validate-first.ts'
import { QrCode } from './QrCode.tsx'
import styles from './Security.module.css'
import { securityApi } from './security-api.ts'
import { useFailure } from './use-failure.ts'

export interface TotpDialogProps {
  readonly secret: string
  readonly uri: string
  /** Receives recovery codes with the first factor. */
  readonly onDone: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}

/** Groups of four characters. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

export function TotpDialog({ secret, uri, onDone, onClose }: TotpDialogProps) {
  const form = useId()
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: validateFirst(CodeSchema),
    defaultValues: { code: '' },
  })
  const fail = useFailure(setError, ['code'])
  const confirm = async ({ code }: v.InferOutput<typeof CodeSchema>) => {
    try {
      onDone((await securityApi.confirmTotp(code)).recovery_codes)
    } catch (error) {
      fail(error)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="Activar aplicación de códigos"
      description="Escanea el código con tu aplicación (por ejemplo Aegis, 1Password o Google Authenticator)."
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={form} variant="primary" busy={formState.isSubmitting} busyLabel="Activando…">
            Activar
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={handleSubmit(confirm, warnOfFirst)}>
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
          error={formState.errors.code?.message}
          {...register('code')}
        />
      </form>
    </Dialog>
  )
}
