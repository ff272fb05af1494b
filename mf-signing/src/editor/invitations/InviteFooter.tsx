import Send from 'lucide-react/icons/send'
import { Button } from 'shared/ui'
import type { EditorModel } from '../use-editor.ts'
import { uninvitedFields } from './invitations.ts'
import { fieldsByPerson } from './invite-rows.ts'
import { awaitsInvitation } from './participants/participant-news.ts'
import type { InvitingModel } from './use-inviting.ts'
import type { SaveToInvite } from './use-save-to-invite.ts'

export interface InviteFooterProps extends Pick<EditorModel, 'invitations' | 'participants'> {
  readonly inviting: InvitingModel
  readonly saving: SaveToInvite
  readonly refusal: string | undefined
  readonly onClose: () => void
}

/** After an attempt, only whom it did not reach. */
const waitingPeople = ({ participants, inviting }: Pick<InviteFooterProps, 'participants' | 'inviting'>) => {
  const failed = inviting.others.filter(({ problem }) => problem !== undefined)
  const known = participants.list.filter(awaitsInvitation)
  if (inviting.others.length === 0) return known
  return known.filter(({ id }) => failed.some(({ participant }) => participant.id === id))
}

export function InviteFooter(props: InviteFooterProps) {
  const { invitations, inviting, saving, refusal, onClose } = props
  const { guests, load } = invitations
  const { work, send } = inviting
  const failed = inviting.failed.filter((field) => guests.some((guest) => guest.field.id === field.id))
  // The list may not show them yet.
  const waiting = failed.length > 0 ? failed : uninvitedFields(guests).filter(({ id }) => !inviting.isSent(id))
  const people = waitingPeople(props)
  const count = fieldsByPerson(waiting).length + people.length
  const label = count <= 1 ? 'Enviar invitación' : `Enviar ${count} invitaciones`
  const isRetry = failed.length > 0 || (people.length > 0 && inviting.others.length > 0)
  const busy = saving.saving || work.kind === 'sending'
  return (
    <>
      <Button onClick={onClose} disabled={work.kind === 'sending'}>
        {work.kind === 'idle' ? 'Cerrar' : 'Listo'}
      </Button>
      {(count > 0 || refusal !== undefined || saving.saving) && (
        <Button
          variant="primary"
          icon={<Send />}
          disabled={!saving.saving && (load.kind !== 'ready' || refusal !== undefined)}
          busy={busy}
          busyLabel={saving.saving ? 'Guardando…' : 'Enviando…'}
          onClick={() => send({ fields: waiting, people })}
        >
          {isRetry ? 'Reintentar las que fallaron' : label}
        </Button>
      )}
    </>
  )
}
