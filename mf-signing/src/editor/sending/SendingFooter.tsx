import Send from 'lucide-react/icons/send'
import type { Sending } from 'shared/http/deferred'
import { Button } from 'shared/ui'
import type { ParticipantsModel } from '../invitations/participants/use-participants.ts'
import type { AskedCertificates } from '../invitations/send-invitations.ts'
import type { SaveToInvite } from '../invitations/use-save-to-invite.ts'
import type { SendingRow } from './sending-people.ts'
import type { SendingInvitations } from './use-sending-invitations.ts'

export interface SendingFooterProps {
  readonly sending: Sending | undefined
  readonly waiting: readonly SendingRow[]
  readonly others: ParticipantsModel['list']
  readonly asked: AskedCertificates
  readonly saving: SaveToInvite
  readonly sendingOut: SendingInvitations
  readonly refusal: string | undefined
  readonly onClose: () => void
}

export function SendingFooter(props: SendingFooterProps) {
  const { sending, waiting, others, asked, saving, sendingOut, refusal, onClose } = props
  const { work, send } = sendingOut
  const busy = saving.saving || work.kind === 'sending'
  const count = waiting.length + others.length
  const label = count <= 1 ? 'Enviar invitación' : `Enviar ${count} invitaciones`
  const isRetry = work.kind === 'sent' && count > 0
  return (
    <>
      <Button onClick={onClose} disabled={work.kind === 'sending'}>
        {work.kind === 'idle' ? 'Cerrar' : 'Listo'}
      </Button>
      {(count > 0 || refusal !== undefined || busy) && (
        <Button
          variant="primary"
          icon={<Send />}
          disabled={!busy && (sending === undefined || refusal !== undefined || saving.failure !== undefined)}
          busy={busy}
          busyLabel={saving.saving ? 'Guardando…' : 'Enviando…'}
          onClick={() => sending && send({ sending, rows: waiting, people: others, asked })}
        >
          {isRetry ? 'Reintentar las que fallaron' : label}
        </Button>
      )}
    </>
  )
}
