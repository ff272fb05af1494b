import { useCallback, useId, useState } from 'react'
import type { WebhookDelivery } from 'shared/contract/webhooks'
import { TextAreaField } from 'shared/controls'
import { Button, VisuallyHidden } from 'shared/ui'
import { webhooksApi } from '../api/webhooks-api.ts'
import { failureTexts } from '../forms/failure-texts.ts'
import { useAction } from '../forms/use-action.ts'
import { NotLoaded } from '../sections/NotLoaded.tsx'
import section from '../sections/ProfileSection.module.css'
import { useLoaded } from '../sections/use-loaded.ts'
import { formatInstant } from '../security/format-instant.ts'
import { DeliveryBadge } from './WebhookBadges.tsx'
import styles from './Webhooks.module.css'
import { deliveryDetails, deliveryTitle } from './webhook-texts.ts'

interface ContentProps {
  readonly webhookId: number
  readonly deliveryId: number
}

function DeliveryContent({ webhookId, deliveryId }: ContentProps) {
  const read = useCallback(() => webhooksApi.delivery(webhookId, deliveryId), [webhookId, deliveryId])
  const { loaded, reload } = useLoaded(read, failureTexts.delivery)
  if (loaded.kind !== 'ready') return <NotLoaded state={loaded} loadingText="Cargando aviso…" onRetry={reload} />
  const { event_id, payload, answer, answer_truncated } = loaded.value
  return (
    <>
      <p className={styles.details}>
        webhook-id: <code>{event_id}</code>
      </p>
      <TextAreaField label="Lo que enviamos" className={styles.content} readOnly rows={5} value={payload} />
      {answer === null ? (
        <p className={styles.details}>Todavía no hay respuesta.</p>
      ) : (
        <TextAreaField
          label="Lo que respondió"
          className={styles.content}
          help={answer_truncated ? 'La respuesta sigue: guardamos solo los primeros 64 KB.' : undefined}
          readOnly
          rows={3}
          value={answer}
        />
      )}
    </>
  )
}

export interface DeliveryRowProps {
  readonly webhookId: number
  readonly delivery: WebhookDelivery
  readonly canSend: boolean
  readonly onSent: () => void
}

export function DeliveryRow({ webhookId, delivery, canSend, onSent }: DeliveryRowProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const { busy, run } = useAction<'send'>(onSent)
  const title = deliveryTitle(delivery.type)
  const of = <VisuallyHidden> de {`${title}, ${formatInstant(delivery.created_at)}`}</VisuallyHidden>
  const send = () => run('send', () => webhooksApi.resend(webhookId, delivery.id), 'Enviamos el aviso otra vez.')
  return (
    <li className={styles.delivery}>
      <div className={styles.head}>
        <div className={section.text}>
          <p className={styles.title}>
            {title} <DeliveryBadge delivery={delivery} />
          </p>
          <p className={styles.details}>{deliveryDetails(delivery)}</p>
        </div>
        <div className={styles.actions}>
          <Button size="sm" aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
            {open ? 'Ocultar' : 'Ver contenido'}
            {of}
          </Button>
          {canSend && (
            <Button size="sm" busy={busy !== undefined} busyLabel="Enviando…" onClick={() => void send()}>
              {delivery.state === 'pending' ? 'Intentar ahora' : 'Reenviar'}
              {of}
            </Button>
          )}
        </div>
      </div>
      {open && (
        <div id={id} className={styles.opened}>
          <DeliveryContent key={delivery.attempts} webhookId={webhookId} deliveryId={delivery.id} />
        </div>
      )}
    </li>
  )
}
