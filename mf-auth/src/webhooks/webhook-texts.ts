import type { Webhook, WebhookDelivery, WebhookEvent } from 'shared/contract/webhooks'
import { formatInstant } from '../security/format-instant.ts'

export const eventTexts: Readonly<Record<WebhookEvent, string>> = {
  'document.created': 'Se creó un documento',
  'document.sent': 'Se envió una invitación',
  'document.viewed': 'Alguien vio el documento',
  'document.signed': 'Alguien firmó',
  'document.declined': 'Alguien rechazó firmar',
  'document.completed': 'Todas las firmas están completas',
  'document.cancelled': 'Se canceló un documento',
  'document.expired': 'Terminó el plazo para firmar',
  'participant.approved': 'Alguien dio su visto bueno',
  'participant.rejected': 'Alguien rechazó el documento',
  'participant.read': 'Alguien confirmó su lectura',
  'participant.copied': 'Se envió una copia',
  'question.asked': 'Alguien hizo una pregunta antes de firmar',
}

const isEvent = (type: string): type is WebhookEvent => type in eventTexts

export const deliveryTitle = (type: string): string => (isEvent(type) ? eventTexts[type] : 'Aviso de prueba')

export const webhookDetails = ({ events, created_at, failing_since, old_secret_until, by_program }: Webhook): string =>
  [
    events.length === Object.keys(eventTexts).length
      ? 'todos los eventos'
      : events.map((event) => eventTexts[event]).join(', '),
    `agregado${by_program ? ' por un programa' : ''}: ${formatInstant(created_at)}`,
    ...(failing_since === null ? [] : [`falla desde: ${formatInstant(failing_since)}`]),
    ...(old_secret_until === null ? [] : [`el secreto anterior vale hasta: ${formatInstant(old_secret_until)}`]),
  ].join(' · ')

export const deliveryDetails = ({ created_at, ...delivery }: WebhookDelivery): string => {
  const { attempts, answer_status, duration, next_attempt_at, problem } = delivery
  return [
    formatInstant(created_at),
    ...(attempts === 0 ? [] : [attempts === 1 ? '1 intento' : `${attempts} intentos`]),
    ...(answer_status === null ? [] : [`respuesta ${answer_status}`]),
    ...(duration === null ? [] : [`${duration} ms`]),
    ...(attempts === 0 || next_attempt_at === null ? [] : [`próximo intento: ${formatInstant(next_attempt_at)}`]),
    ...(problem === null ? [] : [problem]),
  ].join(' · ')
}
