import type { Webhook } from 'shared/contract/webhooks'
import { Dialog } from 'shared/controls'
import { Button } from 'shared/ui'
import { webhooksApi } from '../api/webhooks-api.ts'
import { useAction } from '../forms/use-action.ts'
import { type AskIdentity, withProof } from '../identity/use-identity.tsx'
import { NotLoaded } from '../sections/NotLoaded.tsx'
import section from '../sections/ProfileSection.module.css'
import { DeliveryRow } from './DeliveryRow.tsx'
import { useDeliveries } from './use-deliveries.ts'
import { WebhookAddress } from './WebhookAddress.tsx'
import { WebhookBadge } from './WebhookBadges.tsx'
import styles from './Webhooks.module.css'
import { webhookDetails } from './webhook-texts.ts'

export interface WebhookDialogProps {
  readonly webhook: Webhook
  readonly ask: AskIdentity
  readonly onChanged: () => void
  readonly onEvents: () => void
  readonly onRotate: () => void
  readonly onDelete: () => void
  readonly onClose: () => void
}

interface ActionsProps extends Omit<WebhookDialogProps, 'onClose'> {
  readonly onTested: () => void
}

function Actions({ webhook, ask, onChanged, onTested, onEvents, onRotate, onDelete }: ActionsProps) {
  const { id, state, paused_because } = webhook
  const { busy, run } = useAction<'test' | 'state'>(onChanged)
  const active = state === 'active'
  const test = async () => {
    await run('test', () => webhooksApi.test(id), 'Enviamos un aviso de prueba.')
    onTested()
  }
  const set = async (body: Parameters<typeof webhooksApi.update>[1]) => {
    const message = active ? 'Los avisos están en pausa.' : 'Los avisos están activos.'
    await run('state', () => webhooksApi.update(id, body), message)
    onTested()
  }
  const change = (): Promise<void> => {
    if (active) return set({ state: 'paused' })
    return paused_because === null
      ? set({ state: 'active' })
      : withProof(ask, (proof) => set({ state: 'active', proof }))
  }
  return (
    <div className={styles.actions}>
      {active && (
        <Button size="sm" busy={busy === 'test'} busyLabel="Enviando…" onClick={() => void test()}>
          Enviar aviso de prueba
        </Button>
      )}
      <Button size="sm" busy={busy === 'state'} busyLabel="Guardando…" onClick={() => void change()}>
        {active ? 'Pausar' : 'Activar'}
      </Button>
      <Button size="sm" onClick={onEvents}>
        Cambiar eventos
      </Button>
      <Button size="sm" onClick={onRotate}>
        Cambiar secreto
      </Button>
      <Button size="sm" onClick={onDelete}>
        Eliminar
      </Button>
    </div>
  )
}

interface LogProps {
  readonly webhook: Webhook
  readonly log: ReturnType<typeof useDeliveries>
}

function Log({ webhook, log: { loaded, items, reload, readOlder, expectAnswer } }: LogProps) {
  if (loaded.kind !== 'ready') return <NotLoaded state={loaded} loadingText="Cargando registro…" onRetry={reload} />
  if (items.length === 0)
    return <p className={styles.details}>Todavía no hay avisos. Aparecen cuando pasa algo con tus documentos.</p>
  return (
    <>
      <ul className={section.rows}>
        {items.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            webhookId={webhook.id}
            delivery={delivery}
            canSend={webhook.state === 'active'}
            onSent={expectAnswer}
          />
        ))}
      </ul>
      {readOlder && <Button onClick={() => void readOlder()}>Ver anteriores</Button>}
    </>
  )
}

const stateTexts = {
  active: undefined,
  paused: 'Los avisos nuevos esperan hasta que lo actives.',
  disabled: 'No se guardan avisos nuevos. Revisa ese sistema y actívalo de nuevo.',
}

const REVOKED =
  'Está en pausa porque revocaste el programa que lo creó. Actívalo solo si conoces el sistema que recibe los avisos.'

const stateText = ({ state, paused_because }: Webhook): string | undefined =>
  paused_because === null ? stateTexts[state] : REVOKED

export function WebhookDialog({ onClose, ...props }: WebhookDialogProps) {
  const { webhook } = props
  const log = useDeliveries(webhook.id)
  return (
    <Dialog open onClose={onClose} size="lg" title="Webhook" description={<WebhookAddress url={webhook.url} />}>
      <div className={styles.dialog}>
        <div>
          <p className={styles.title}>
            <WebhookBadge webhook={webhook} /> {stateText(webhook)}
          </p>
          <p className={styles.details}>{webhookDetails(webhook)}</p>
        </div>
        <Actions {...props} onTested={log.expectAnswer} />
        <div className={styles.head}>
          <h3 className={styles.heading}>Registro de los últimos 30 días</h3>
          <Button size="sm" onClick={log.reload}>
            Actualizar
          </Button>
        </div>
        <div className={styles.log}>
          <Log webhook={webhook} log={log} />
        </div>
      </div>
    </Dialog>
  )
}
