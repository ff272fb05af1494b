import type { Webhook, WebhookDelivery } from 'shared/contract/webhooks'
import { Badge, type Tone, ToneIcon } from 'shared/ui'

interface Mark {
  readonly tone: Tone
  readonly text: string
}

const webhookMark = ({ state, failing_since }: Webhook): Mark => {
  if (state === 'disabled') return { tone: 'error', text: 'Desactivado' }
  if (state === 'paused') return { tone: 'info', text: 'En pausa' }
  return failing_since === null ? { tone: 'success', text: 'Activo' } : { tone: 'warning', text: 'Falla' }
}

const deliveryMark = ({ state, attempts }: WebhookDelivery): Mark => {
  if (state === 'delivered') return { tone: 'success', text: 'Entregado' }
  if (state === 'failed') return { tone: 'error', text: 'No entregado' }
  return attempts === 0 ? { tone: 'info', text: 'En cola' } : { tone: 'warning', text: 'Se intenta de nuevo' }
}

function MarkBadge({ mark: { tone, text } }: { readonly mark: Mark }) {
  return (
    <Badge tone={tone} icon={<ToneIcon tone={tone} />}>
      {text}
    </Badge>
  )
}

export function WebhookBadge({ webhook }: { readonly webhook: Webhook }) {
  return <MarkBadge mark={webhookMark(webhook)} />
}

export function DeliveryBadge({ delivery }: { readonly delivery: WebhookDelivery }) {
  return <MarkBadge mark={deliveryMark(delivery)} />
}
