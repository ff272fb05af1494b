import { useState } from 'react'
import type { Passkey, SecondFactors } from 'shared/contract/accounts'
import { notify } from 'shared/state'
import { Badge, Button, CheckIcon, VisuallyHidden } from 'shared/ui'
import { securityApi } from '../api/security-api.ts'
import { notifyFailure } from '../forms/notify-failure.ts'
import type { AskIdentity } from '../identity/use-identity.tsx'
import { supportsPasskeys } from '../passkeys/passkeys.ts'
import { ProfileSection, SectionRow } from '../sections/ProfileSection.tsx'
import { formatInstant } from './format-instant.ts'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { TotpDialog } from './TotpDialog.tsx'

export interface FactorsSectionProps {
  readonly factors: SecondFactors
  readonly ask: AskIdentity
  readonly onChanged: () => void
}

type Open =
  | { readonly kind: 'totp'; readonly secret: string; readonly uri: string }
  | { readonly kind: 'passkey'; readonly proof: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

/** Each action first asks for a proof of identity. */
const useFactors = ({ ask, onChanged }: FactorsSectionProps) => {
  const [open, setOpen] = useState<Open>()
  const proven = (work: (proof: string) => Promise<void>) => async () => {
    const proof = await ask()
    if (proof === undefined) return
    try {
      await work(proof)
    } catch (error) {
      notifyFailure(error)
    }
  }
  const done = (codes: readonly string[]) => {
    setOpen(codes.length > 0 ? { kind: 'codes', codes } : undefined)
    onChanged()
  }
  const removed = (message: string) => {
    notify({ type: 'success', message })
    onChanged()
  }
  return {
    open,
    close: () => setOpen(undefined),
    done,
    startTotp: proven(async (proof) => setOpen({ kind: 'totp', ...(await securityApi.startTotp(proof)) })),
    removeTotp: proven(async (proof) => {
      await securityApi.removeTotp(proof)
      removed('Quitaste la aplicación de códigos.')
    }),
    addPasskey: proven(async (proof) => setOpen({ kind: 'passkey', proof })),
    removePasskey: ({ id, name }: Passkey) =>
      proven(async (proof) => {
        await securityApi.removePasskey(id, proof)
        removed(`Quitaste la llave de acceso «${name}».`)
      })(),
    renewCodes: proven(async (proof) => done((await securityApi.newRecoveryCodes(proof)).recovery_codes)),
  }
}

type Model = ReturnType<typeof useFactors>

function FactorDialogs({ model }: { readonly model: Model }) {
  const { open, close, done } = model
  switch (open?.kind) {
    case 'totp':
      return <TotpDialog secret={open.secret} uri={open.uri} onDone={done} onClose={close} />
    case 'passkey':
      return <PasskeyDialog proof={open.proof} onDone={done} onClose={close} />
    case 'codes':
      return <RecoveryCodesDialog codes={open.codes} onClose={close} />
    default:
      return null
  }
}

const usage = ({ created_at, last_used_at }: Passkey): string =>
  last_used_at === null ? `Agregada: ${formatInstant(created_at)}` : `Último uso: ${formatInstant(last_used_at)}`

function PasskeyRows({ passkeys, model }: { readonly passkeys: readonly Passkey[]; readonly model: Model }) {
  return passkeys.map((passkey) => (
    <SectionRow
      key={passkey.id}
      label={passkey.name}
      action={
        <Button onClick={() => model.removePasskey(passkey)}>
          Quitar<VisuallyHidden> la llave {passkey.name}</VisuallyHidden>
        </Button>
      }
    >
      {usage(passkey)}
    </SectionRow>
  ))
}

function TotpRow({ on, model }: { readonly on: boolean; readonly model: Model }) {
  return (
    <SectionRow
      label="Aplicación de códigos"
      badge={
        on && (
          <Badge tone="success" icon={<CheckIcon />}>
            Activada
          </Badge>
        )
      }
      action={
        on ? (
          <Button onClick={model.removeTotp}>
            Quitar<VisuallyHidden> la aplicación de códigos</VisuallyHidden>
          </Button>
        ) : (
          <Button onClick={model.startTotp}>Activar aplicación</Button>
        )
      }
    >
      Después de la contraseña pedimos un código de tu teléfono.
    </SectionRow>
  )
}

export function FactorsSection(props: FactorsSectionProps) {
  const { factors } = props
  const model = useFactors(props)
  const protectedNow = factors.totp || factors.passkeys.length > 0
  return (
    <ProfileSection
      title="Segundo paso y llaves de acceso"
      lead="Con un segundo paso, quien adivine tu contraseña no entra."
    >
      <SectionRow
        label="Llaves de acceso"
        action={supportsPasskeys() && <Button onClick={model.addPasskey}>Agregar llave de acceso</Button>}
      >
        Entra con tu huella, tu rostro o el PIN de tu dispositivo.
      </SectionRow>
      <PasskeyRows passkeys={factors.passkeys} model={model} />
      <TotpRow on={factors.totp} model={model} />
      {protectedNow && (
        <SectionRow
          label="Códigos de recuperación"
          action={<Button onClick={model.renewCodes}>Crear códigos nuevos</Button>}
        >
          Te quedan {factors.recovery_codes_left}. Sirven si pierdes tu teléfono o tu llave.
        </SectionRow>
      )}
      <FactorDialogs model={model} />
    </ProfileSection>
  )
}
