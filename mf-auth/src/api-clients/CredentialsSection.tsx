import { useState } from 'react'
import type { ProgramToken } from 'shared/contract/accounts'
import { ConfirmDialog } from 'shared/controls'
import { Badge, Button, ToneIcon, VisuallyHidden } from 'shared/ui'
import { useAction } from '../forms/use-action.ts'
import { ProfileSection, SectionRow } from '../sections/ProfileSection.tsx'
import { formatInstant } from '../security/format-instant.ts'
import type { CredentialTexts } from './credential-texts.ts'
import { scopeTexts } from './scope-texts.ts'

export interface CredentialsSectionProps {
  readonly texts: CredentialTexts
  readonly credentials: readonly Credential[]
  readonly onCreate: () => void
  readonly onRotate?: (id: number) => void
  readonly revoke: (id: number) => Promise<unknown>
  readonly onChanged: () => void
}

type Credential = ProgramToken & { readonly client_id?: string }

const detailsOf = ({ client_id, scopes, hint, expires_at, expired, last_used_at }: Credential): string =>
  [
    ...(client_id === undefined ? [] : [client_id]),
    scopes.map((scope) => scopeTexts[scope].label).join(' y '),
    `termina en ${hint}`,
    `${expired ? 'venció' : 'vence'}: ${formatInstant(expires_at)}`,
    last_used_at === null ? 'sin usar' : `último uso: ${formatInstant(last_used_at)}`,
  ].join(' · ')

interface RowProps {
  readonly credential: Credential
  readonly onRotate: (() => void) | undefined
  readonly onRevoke: () => void
}

function CredentialRow({ credential: { name, expired, ...rest }, onRotate, onRevoke }: RowProps) {
  return (
    <SectionRow
      label={name}
      badge={
        expired && (
          <Badge tone="warning" icon={<ToneIcon tone="warning" />}>
            Vencido
          </Badge>
        )
      }
      action={
        <>
          {onRotate && (
            <Button onClick={onRotate}>
              Cambiar secreto<VisuallyHidden> de {name}</VisuallyHidden>
            </Button>
          )}
          <Button onClick={onRevoke}>
            Revocar<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </>
      }
    >
      {detailsOf({ name, expired, ...rest })}
    </SectionRow>
  )
}

export function CredentialsSection({ texts, credentials, ...props }: CredentialsSectionProps) {
  const { onCreate, onRotate, onChanged } = props
  const [revoking, setRevoking] = useState<Credential>()
  const { busy, run } = useAction<'revoke'>(() => {
    setRevoking(undefined)
    onChanged()
  })
  const revoke = ({ id, name }: Credential) => run('revoke', () => props.revoke(id), texts.revoked(name))
  return (
    <ProfileSection title={texts.title} lead={texts.lead} action={<Button onClick={onCreate}>{texts.create}</Button>}>
      {credentials.length === 0 && <SectionRow label={texts.none}>{texts.noneMeans}</SectionRow>}
      {credentials.map((credential) => (
        <CredentialRow
          key={credential.id}
          credential={credential}
          onRotate={onRotate && (() => onRotate(credential.id))}
          onRevoke={() => setRevoking(credential)}
        />
      ))}
      {revoking && (
        <ConfirmDialog
          open
          danger
          title={`¿Revocar «${revoking.name}»?`}
          description="El programa que lo usa deja de tener acceso en este momento. No se puede deshacer."
          confirmLabel={texts.revoke}
          busy={busy !== undefined}
          busyLabel="Revocando…"
          onConfirm={() => void revoke(revoking)}
          onCancel={() => setRevoking(undefined)}
        />
      )}
    </ProfileSection>
  )
}
