import { useForm } from 'react-hook-form'
import { WEBHOOK_URL_MAX_LENGTH } from 'shared/contract/accounts'
import { type NewWebhook, NewWebhookSchema, type Webhook } from 'shared/contract/webhooks'
import { TextField } from 'shared/controls'
import * as v from 'valibot'
import { webhooksApi } from '../api/webhooks-api.ts'
import { validateFirst } from '../forms/validate-first.ts'
import { SecurityDialog } from '../security/SecurityDialog.tsx'
import { EventsField } from './EventsField.tsx'
import { WebhookAddress } from './WebhookAddress.tsx'

const fresh: NewWebhook = { url: '', events: ['document.signed', 'document.completed'] }

export interface NewWebhookDialogProps {
  readonly proof: string
  readonly onCreated: (secret: string) => void
  readonly onClose: () => void
}

export function NewWebhookDialog({ proof, onCreated, onClose }: NewWebhookDialogProps) {
  const form = useForm({ resolver: validateFirst(NewWebhookSchema), defaultValues: fresh })
  const { register, formState } = form
  return (
    <SecurityDialog
      form={form}
      fields={['url', 'events']}
      title="Agregar webhook"
      description="Ese sistema recibirá los nombres de tus documentos, y los nombres y emails de quienes firman."
      submit={{ label: 'Agregar webhook', busyLabel: 'Agregando…' }}
      work={async (values) => onCreated((await webhooksApi.create({ ...values, proof })).secret)}
      onClose={onClose}
    >
      <TextField
        label="Dirección que recibe los avisos"
        type="url"
        maxLength={WEBHOOK_URL_MAX_LENGTH}
        required
        help="Por ejemplo https://sistema.example/avisos. Tiene que estar en internet."
        error={formState.errors.url?.message}
        {...register('url')}
      />
      <EventsField field={register('events')} error={formState.errors.events?.message} />
    </SecurityDialog>
  )
}

const ChosenEvents = v.pick(NewWebhookSchema, ['events'])

export interface EventsDialogProps {
  readonly webhook: Webhook
  readonly onDone: () => void
  readonly onClose: () => void
}

export function EventsDialog({ webhook: { id, url, events }, onDone, onClose }: EventsDialogProps) {
  const form = useForm({ resolver: validateFirst(ChosenEvents), defaultValues: { events } })
  return (
    <SecurityDialog
      form={form}
      fields={['events']}
      title="Cambiar eventos"
      description={<WebhookAddress url={url} />}
      submit={{ label: 'Guardar eventos', busyLabel: 'Guardando…' }}
      work={async (values) => {
        await webhooksApi.update(id, values)
        onDone()
      }}
      onClose={onClose}
    >
      <EventsField field={form.register('events')} error={form.formState.errors.events?.message} />
    </SecurityDialog>
  )
}
