import { useState } from 'react'
import type { ProgramToken } from 'shared/contract/accounts'
import { ConfirmDialog } from 'shared/controls'
import { notify } from 'shared/state'
import { Badge, Button, ToneIcon, VisuallyHidden } from 'shared/ui'
import { programsApi } from '../api/programs-api.ts'
import { notifyFailure } from '../forms/notify-failure.ts'
import { Section, SectionRow } from '../sections/Section.tsx'
import { formatInstant } from '../security/format-instant.ts'
import { scopeTexts } from './scope-texts.ts'

export interface TokensSectionProps {
  readonly tokens: readonly ProgramToken[]
  readonly onCreate: () => void
  readonly onChanged: () => void
}

const tokenDetails = ({ scopes, hint, expires_at, expired, last_used_at }: ProgramToken): string =>
  [
    scopes.map((scope) => scopeTexts[scope].label).join(' y '),
    `termina en ${hint}`,
    `${expired ? 'venció' : 'vence'}: ${formatInstant(expires_at)}`,
    last_used_at === null ? 'sin usar' : `último uso: ${formatInstant(last_used_at)}`,
  ].join(' · ')

function TokenRow({ token, onRevoke }: { readonly token: ProgramToken; readonly onRevoke: () => void }) {
  return (
    <SectionRow
      label={token.name}
      badge={
        token.expired && (
          <Badge tone="warning" icon={<ToneIcon tone="warning" />}>
            Vencido
          </Badge>
        )
      }
      action={
        <Button onClick={onRevoke}>
          Revocar<VisuallyHidden> {token.name}</VisuallyHidden>
        </Button>
      }
    >
      {tokenDetails(token)}
    </SectionRow>
  )
}

export function TokensSection({ tokens, onCreate, onChanged }: TokensSectionProps) {
  const [revoking, setRevoking] = useState<ProgramToken>()
  const [busy, setBusy] = useState(false)
  const revoke = async ({ id, name }: ProgramToken) => {
    setBusy(true)
    try {
      await programsApi.revokeToken(id)
      notify({ type: 'success', message: `Revocamos el token «${name}».` })
    } catch (error) {
      notifyFailure(error)
    }
    setBusy(false)
    setRevoking(undefined)
    onChanged()
  }
  return (
    <Section
      title="Tokens"
      lead="Un token deja que un programa use tu cuenta, solo con los permisos que elijas. Cambiar tu contraseña no los revoca: revócalos aquí."
      action={<Button onClick={onCreate}>Crear token</Button>}
    >
      {tokens.length === 0 && <SectionRow label="Todavía no tienes tokens">Ningún programa usa tu cuenta.</SectionRow>}
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
      ))}
      {revoking && (
        <ConfirmDialog
          open
          danger
          title={`¿Revocar «${revoking.name}»?`}
          description="El programa que lo usa deja de tener acceso en este momento. No se puede deshacer."
          confirmLabel="Revocar token"
          busy={busy}
          busyLabel="Revocando…"
          onConfirm={() => void revoke(revoking)}
          onCancel={() => setRevoking(undefined)}
        />
      )}
    </Section>
  )
}
