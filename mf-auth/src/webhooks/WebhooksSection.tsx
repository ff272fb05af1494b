import { useState } from 'react'
import type { Webhook } from 'shared/contract/webhooks'
import { ConfirmDialog } from 'shared/controls'
import { Button, VisuallyHidden } from 'shared/ui'
import { webhooksApi } from '../api/webhooks-api.ts'
import { notifyFailure } from '../forms/notify-failure.ts'
import { useAction } from '../forms/use-action.ts'
import { type AskIdentity, withProof } from '../identity/use-identity.tsx'
import { ProfileSection, SectionRow } from '../sections/ProfileSection.tsx'
import { ShownOnceDialog } from '../security/ShownOnceDialog.tsx'
import { copyTexts } from '../security/use-copy.ts'
import { WebhookAddress } from './WebhookAddress.tsx'
import { WebhookBadge } from './WebhookBadges.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import { EventsDialog, NewWebhookDialog } from './WebhookForms.tsx'
import { webhookDetails } from './webhook-texts.ts'

export interface WebhooksSectionProps {
  readonly webhooks: readonly Webhook[]
  readonly ask: AskIdentity
  readonly onChanged: () => void
}

type Step =
  | { readonly kind: 'new'; readonly proof: string }
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'open' | 'events' | 'delete'; readonly id: number }
  | { readonly kind: 'rotate'; readonly id: number; readonly proof: string }

interface ConfirmProps {
  readonly webhook: Webhook
  readonly onDone: (next?: Step) => void
  readonly onClose: () => void
}

function RotateDialog({ webhook, proof, onDone, onClose }: ConfirmProps & { readonly proof: string }) {
  const [busy, setBusy] = useState(false)
  const rotate = async () => {
    setBusy(true)
    try {
      const { secret } = await webhooksApi.rotate(webhook.id, proof)
      onDone({ kind: 'secret', secret })
    } catch (error) {
      notifyFailure(error)
      onDone()
    }
  }
  return (
    <ConfirmDialog
      open
      title="¿Cambiar el secreto?"
      description={
        <>
          Durante un día firmamos los avisos a <WebhookAddress url={webhook.url} /> con los dos secretos. Después, solo
          con el nuevo.
        </>
      }
      confirmLabel="Cambiar secreto"
      busy={busy}
      busyLabel="Cambiando…"
      onConfirm={() => void rotate()}
      onCancel={onClose}
    />
  )
}

function DeleteDialog({ webhook, onDone, onClose }: ConfirmProps) {
  const { busy, run } = useAction<'delete'>(onDone)
  return (
    <ConfirmDialog
      open
      danger
      title="¿Eliminar este webhook?"
      description={
        <>
          <WebhookAddress url={webhook.url} /> deja de recibir avisos en este momento, y se borra su registro. No se
          puede deshacer.
        </>
      }
      confirmLabel="Eliminar webhook"
      busy={busy !== undefined}
      busyLabel="Eliminando…"
      onConfirm={() => void run('delete', () => webhooksApi.remove(webhook.id), 'Eliminamos el webhook.')}
      onCancel={onClose}
    />
  )
}

interface StepDialogProps {
  readonly step: Step
  readonly webhooks: readonly Webhook[]
  readonly ask: AskIdentity
  readonly onChanged: () => void
  readonly go: (step?: Step) => void
}

function StepDialog({ step, webhooks, ask, onChanged, go }: StepDialogProps) {
  const done = (next?: Step) => {
    go(next)
    onChanged()
  }
  const close = () => go()
  if (step.kind === 'new')
    return (
      <NewWebhookDialog proof={step.proof} onCreated={(secret) => done({ kind: 'secret', secret })} onClose={close} />
    )
  if (step.kind === 'secret')
    return (
      <ShownOnceDialog
        title="Guarda el secreto"
        description="Con él, tu sistema comprueba que los avisos son de Trazo. No lo volveremos a mostrar."
        label="Secreto"
        values={[step.secret]}
        copyLabel="Copiar secreto"
        doneLabel="Ya lo guardé"
        copyTexts={copyTexts}
        onClose={close}
      />
    )
  const { id } = step
  const webhook = webhooks.find((each) => each.id === id)
  if (webhook === undefined) return null
  const back = () => go({ kind: 'open', id })
  if (step.kind === 'events')
    return <EventsDialog webhook={webhook} onDone={() => done({ kind: 'open', id })} onClose={back} />
  if (step.kind === 'rotate') return <RotateDialog webhook={webhook} proof={step.proof} onDone={done} onClose={back} />
  if (step.kind === 'delete') return <DeleteDialog webhook={webhook} onDone={done} onClose={back} />
  return (
    <WebhookDialog
      webhook={webhook}
      ask={ask}
      onChanged={onChanged}
      onEvents={() => go({ kind: 'events', id })}
      onRotate={() => void withProof(ask, (proof) => go({ kind: 'rotate', id, proof }))}
      onDelete={() => go({ kind: 'delete', id })}
      onClose={close}
    />
  )
}

export function WebhooksSection({ webhooks, ask, onChanged }: WebhooksSectionProps) {
  const [step, setStep] = useState<Step>()
  const begin = () => withProof(ask, (proof) => setStep({ kind: 'new', proof }))
  return (
    <>
      <ProfileSection
        title="Avisos a otros sistemas (webhooks)"
        lead="Otro sistema recibe un aviso firmado cuando pasa algo con tus documentos. Así no tiene que preguntar a cada rato."
        action={<Button onClick={() => void begin()}>Agregar webhook</Button>}
      >
        {webhooks.length === 0 && (
          <SectionRow label="Todavía no tienes webhooks">Ningún sistema recibe avisos de tus documentos.</SectionRow>
        )}
        {webhooks.map((webhook) => (
          <SectionRow
            key={webhook.id}
            label={webhook.url}
            badge={<WebhookBadge webhook={webhook} />}
            action={
              <Button onClick={() => setStep({ kind: 'open', id: webhook.id })}>
                Administrar<VisuallyHidden> {webhook.url}</VisuallyHidden>
              </Button>
            }
          >
            {webhookDetails(webhook)}
          </SectionRow>
        ))}
      </ProfileSection>
      {step && <StepDialog step={step} webhooks={webhooks} ask={ask} onChanged={onChanged} go={setStep} />}
    </>
  )
}
