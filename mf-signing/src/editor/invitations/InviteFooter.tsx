import Send from 'lucide-react/icons/send'
import { Button } from 'shared/ui'
import type { EditorModel } from '../use-editor.ts'
import { uninvitedFields } from './invitations.ts'
import { fieldsByPerson } from './invite-rows.ts'
import type { InvitingModel } from './use-inviting.ts'
import type { SaveToInvite } from './use-save-to-invite.ts'

export interface InviteFooterProps extends Pick<EditorModel, 'invitations'> {
  readonly inviting: InvitingModel
  readonly saving: SaveToInvite
  readonly refusal: string | undefined
  readonly onClose: () => void
}

export function InviteFooter({ invitations, inviting, saving, refusal, onClose }: InviteFooterProps) {
  const { guests, load } = invitations
  const { work, send } = inviting
  const failed = inviting.failed.filter((field) => guests.some((guest) => guest.field.id === field.id))
  // The list may not show them yet.
  const waiting = failed.length > 0 ? failed : uninvitedFields(guests).filter(({ id }) => !inviting.isSent(id))
  const people = fieldsByPerson(waiting).length
  const label = people <= 1 ? 'Enviar invitación' : `Enviar ${people} invitaciones`
  const busy = saving.saving || work.kind === 'sending'
  return (
    <>
      <Button onClick={onClose} disabled={work.kind === 'sending'}>
        {work.kind === 'idle' ? 'Cerrar' : 'Listo'}
      </Button>
      {(waiting.length > 0 || refusal !== undefined || saving.saving) && (
        <Button
          variant="primary"
          icon={<Send />}
          disabled={!saving.saving && (load.kind !== 'ready' || refusal !== undefined)}
          busy={busy}
          busyLabel={saving.saving ? 'Guardando…' : 'Enviando…'}
          onClick={() => send(waiting)}
        >
          {failed.length > 0 ? 'Reintentar las que fallaron' : label}
        </Button>
      )}
    </>
  )
}
