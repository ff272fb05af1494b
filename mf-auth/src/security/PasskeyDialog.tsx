import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { PasskeyNameSchema } from 'shared/contract/accounts'
import { Dialog, TextField } from 'shared/controls'
import { notify } from 'shared/state'
import { Button } from 'shared/ui'
import type * as v from 'valibot'
import { makePasskeyFor } from '../passkeys/use-passkey.ts'
import { validateFirst, warnOfFirst } from '../screen/validate-first.ts'
import styles from './Security.module.css'
import { securityApi } from './security-api.ts'
import { useFailure } from './use-failure.ts'

export interface PasskeyDialogProps {
  readonly proof: string
  readonly onDone: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}

export function PasskeyDialog({ proof, onDone, onClose }: PasskeyDialogProps) {
  const form = useId()
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: validateFirst(PasskeyNameSchema),
    defaultValues: { name: '' },
  })
  const fail = useFailure(setError, ['name'])
  const add = async ({ name }: v.InferOutput<typeof PasskeyNameSchema>) => {
    try {
      const { token, options } = await securityApi.startPasskey(proof)
      const passkey = await makePasskeyFor(options)
      const { recovery_codes } = await securityApi.addPasskey({ token, name, passkey })
      notify({ type: 'success', message: `Agregaste la llave de acceso «${name}».` })
      onDone(recovery_codes)
    } catch (error) {
      fail(error)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="Agregar llave de acceso"
      description="Tu dispositivo te pedirá la huella, el rostro o el PIN."
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={form} variant="primary" busy={formState.isSubmitting} busyLabel="Agregando…">
            Agregar llave
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={handleSubmit(add, warnOfFirst)}>
        <TextField
          label="Nombre de la llave"
          maxLength={60}
          required
          help="Para reconocerla después, por ejemplo «Mi teléfono»."
          error={formState.errors.name?.message}
          {...register('name')}
        />
      </form>
    </Dialog>
  )
}
