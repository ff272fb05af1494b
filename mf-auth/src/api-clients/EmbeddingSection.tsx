import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type EmbeddingOrigin, EmbeddingOriginSchema, isDevelopmentOrigin } from 'shared/contract/accounts'
import { ConfirmDialog, TextField } from 'shared/controls'
import { Button, VisuallyHidden } from 'shared/ui'
import * as v from 'valibot'
import { apiClientsApi } from '../api/api-clients-api.ts'
import { useAction } from '../forms/use-action.ts'
import { validateFirst } from '../forms/validate-first.ts'
import type { AskIdentity } from '../identity/use-identity.tsx'
import { ProfileSection, SectionRow } from '../sections/ProfileSection.tsx'
import { formatInstant } from '../security/format-instant.ts'
import { SecurityDialog } from '../security/SecurityDialog.tsx'
import { DevelopmentRow } from './DevelopmentRow.tsx'

export interface EmbeddingSectionProps {
  readonly origins: readonly EmbeddingOrigin[]
  /** Lists sites of developers' own computers, too. */
  readonly development: boolean
  readonly ask: AskIdentity
  readonly onChanged: () => void
}

const Site = v.object({ origin: EmbeddingOriginSchema })

interface NewSiteDialogProps {
  readonly proof: string
  readonly onDone: () => void
  readonly onClose: () => void
}

function NewSiteDialog({ proof, onDone, onClose }: NewSiteDialogProps) {
  const form = useForm({ resolver: validateFirst(Site), defaultValues: { origin: '' } })
  return (
    <SecurityDialog
      form={form}
      fields={['origin']}
      title="Agregar sitio"
      description="Ese sitio podrá mostrar tus invitaciones dentro de sus páginas. Agrega solo sitios que conoces."
      submit={{ label: 'Agregar sitio', busyLabel: 'Agregando…' }}
      work={async ({ origin }) => {
        await apiClientsApi.addOrigin({ origin, proof })
        onDone()
      }}
      onClose={onClose}
    >
      <TextField
        label="Dirección del sitio"
        type="url"
        required
        help="Por ejemplo https://portal.example, sin ruta."
        error={form.formState.errors.origin?.message}
        {...form.register('origin')}
      />
    </SecurityDialog>
  )
}

interface RemoveSiteDialogProps {
  readonly site: EmbeddingOrigin
  readonly onDone: () => void
  readonly onClose: () => void
}

function RemoveSiteDialog({ site: { id, origin }, onDone, onClose }: RemoveSiteDialogProps) {
  const { busy, run } = useAction<'remove'>(onDone)
  return (
    <ConfirmDialog
      open
      danger
      title={`¿Quitar ${origin}?`}
      description="Desde este momento ese sitio no puede abrir más invitaciones tuyas. Las que ya muestra siguen abiertas hasta que se recarguen."
      confirmLabel="Quitar sitio"
      busy={busy !== undefined}
      busyLabel="Quitando…"
      onConfirm={() => void run('remove', () => apiClientsApi.removeOrigin(id), `Quitamos ${origin}.`)}
      onCancel={onClose}
    />
  )
}

type Step =
  | { readonly kind: 'add'; readonly proof: string }
  | { readonly kind: 'remove'; readonly site: EmbeddingOrigin }

export function EmbeddingSection({ origins, development, ask, onChanged }: EmbeddingSectionProps) {
  const [step, setStep] = useState<Step>()
  const begin = async () => {
    const proof = await ask()
    if (proof !== undefined) setStep({ kind: 'add', proof })
  }
  const close = () => setStep(undefined)
  const done = () => {
    close()
    onChanged()
  }
  return (
    <ProfileSection
      title="Sitios que incrustan"
      lead="Un sitio de esta lista puede mostrar la página donde firman las personas que invitas. Ningún otro puede."
      action={<Button onClick={() => void begin()}>Agregar sitio</Button>}
    >
      {origins.length === 0 && (
        <SectionRow label="Todavía no hay sitios">Tus invitaciones se abren solo en su propia página.</SectionRow>
      )}
      {origins.map((site) => (
        <SectionRow
          key={site.id}
          label={site.origin}
          action={
            <Button onClick={() => setStep({ kind: 'remove', site })}>
              Quitar<VisuallyHidden> {site.origin}</VisuallyHidden>
            </Button>
          }
        >
          {isDevelopmentOrigin(site.origin) && <strong>Solo para desarrollo · </strong>}
          agregado: {formatInstant(site.created_at)}
        </SectionRow>
      ))}
      <DevelopmentRow on={development} ask={ask} onChanged={onChanged} />
      {step?.kind === 'add' && <NewSiteDialog proof={step.proof} onDone={done} onClose={close} />}
      {step?.kind === 'remove' && <RemoveSiteDialog site={step.site} onDone={done} onClose={close} />}
    </ProfileSection>
  )
}
