import { useEffect } from 'react'
import { Dialog } from 'shared/controls'
import { Button, VisuallyHidden } from 'shared/ui'
import { apiClientsApi } from '../api/api-clients-api.ts'
import { webhooksApi } from '../api/webhooks-api.ts'
import { failureTexts } from '../forms/failure-texts.ts'
import { useAction } from '../forms/use-action.ts'
import { NotLoaded } from '../sections/NotLoaded.tsx'
import section from '../sections/ProfileSection.module.css'
import { SectionRow } from '../sections/ProfileSection.tsx'
import { useLoaded } from '../sections/use-loaded.ts'

interface Connection {
  readonly key: string
  readonly name: string
  readonly what: string
  readonly disconnect: () => Promise<unknown>
}

const readConnections = async (): Promise<Connection[]> => {
  const [tokens, clients, webhooks, origins] = await Promise.all([
    apiClientsApi.tokens(),
    apiClientsApi.clients(),
    webhooksApi.list(),
    apiClientsApi.origins(),
  ])
  const living = <T extends { readonly expired: boolean }>(all: readonly T[]): T[] =>
    all.filter(({ expired }) => !expired)
  return [
    ...living(tokens).map(({ id, name }) => ({
      key: `token-${id}`,
      name,
      what: 'Token: un programa usa tu cuenta',
      disconnect: () => apiClientsApi.revokeToken(id),
    })),
    ...living(clients).map(({ id, name }) => ({
      key: `client-${id}`,
      name,
      what: 'Cliente OAuth: un sistema pide tokens para tu cuenta',
      disconnect: () => apiClientsApi.revokeClient(id),
    })),
    ...webhooks
      .filter(({ state }) => state === 'active')
      .map(({ id, url }) => ({
        key: `webhook-${id}`,
        name: url,
        what: 'Webhook: recibe avisos con nombres y emails',
        disconnect: () => webhooksApi.remove(id),
      })),
    ...origins.map(({ id, origin }) => ({
      key: `origin-${id}`,
      name: origin,
      what: 'Sitio que muestra tus invitaciones',
      disconnect: () => apiClientsApi.removeOrigin(id),
    })),
  ]
}

interface RowProps {
  readonly connection: Connection
  readonly onChanged: () => void
}

function ConnectionRow({ connection: { name, what, disconnect }, onChanged }: RowProps) {
  const { busy, run } = useAction<'disconnect'>(onChanged)
  return (
    <SectionRow
      label={name}
      action={
        <Button
          size="sm"
          busy={busy !== undefined}
          busyLabel="Desconectando…"
          onClick={() => void run('disconnect', disconnect, `Desconectamos ${name}.`)}
        >
          Desconectar<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      }
    >
      {what}
    </SectionRow>
  )
}

/**
 * A new password ends sessions, not programs: a person who
 * changes it because of a stranger sees what the stranger may have left.
 * Closes by itself if nothing is connected.
 */
export function ConnectionsDialog({ onClose }: { readonly onClose: () => void }) {
  const { loaded, reload } = useLoaded(readConnections, failureTexts.programs)
  const isEmpty = loaded.kind === 'ready' && loaded.value.length === 0
  useEffect(() => {
    if (isEmpty) onClose()
  }, [isEmpty, onClose])
  if (loaded.kind === 'loading' || isEmpty) return null
  return (
    <Dialog
      open
      onClose={onClose}
      title="Esto sigue conectado a tu cuenta"
      description="La contraseña nueva cerró tus sesiones, no estas conexiones. Desconecta las que no conozcas."
      footer={
        <Button variant="primary" onClick={onClose}>
          Listo
        </Button>
      }
    >
      {loaded.kind === 'failed' ? (
        <NotLoaded state={loaded} loadingText="" onRetry={reload} />
      ) : (
        <ul className={section.rows}>
          {loaded.value.map((connection) => (
            <ConnectionRow key={connection.key} connection={connection} onChanged={reload} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}
