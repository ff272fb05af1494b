import { href, PRODUCT } from 'shared/contract'
import {
  detailsBlock,
  type MailMessage,
  type MessageBlock,
  messageBlocks,
  noteBlock,
} from '../../../platform/mail/message.ts'
import { localDate } from './dates.ts'

export interface ChangePlace {
  readonly username: string
  readonly changedAt: number
  readonly device: string
  readonly address: string | null
}

export const placeDetails = ({ username, changedAt, device, address }: ChangePlace): MessageBlock =>
  detailsBlock([
    ['Usuario', username],
    ['Fecha', localDate(changedAt)],
    ['Dispositivo', device],
    ...(address === null ? [] : [['Dirección IP', address] as const]),
  ])

export const accountChangedMessage = (input: {
  /** One sentence without its full stop. */
  readonly what: string
  readonly place: ChangePlace
  readonly publicUrl: string
}): MailMessage => ({
  subject: `${input.what} en tu cuenta de ${PRODUCT}`,
  title: input.what,
  blocks: messageBlocks(
    placeDetails(input.place),
    'Si fuiste tú, no tienes que hacer nada.',
    'Si no fuiste tú, elige otra contraseña: eso cierra todas las sesiones.',
    { kind: 'link', label: 'Elegir otra contraseña', url: `${input.publicUrl}${href.forgotPassword()}` },
  ),
})

export const emailMovedMessage = (input: {
  readonly place: ChangePlace
  readonly undoUntil: number
  readonly undoUrl: string
}): MailMessage => ({
  subject: `Se cambió el email de tu cuenta de ${PRODUCT}`,
  title: 'Se cambió el email de tu cuenta',
  blocks: messageBlocks(
    placeDetails(input.place),
    'Desde ahora los mensajes sobre esta cuenta van a otra dirección.',
    `Si no fuiste tú, deshaz el cambio antes del ${localDate(input.undoUntil)}. Se cerrarán todas las sesiones y podrás elegir otra contraseña.`,
    { kind: 'link', label: 'Deshacer el cambio', url: input.undoUrl },
  ),
})

export const emailConfirmationMessage = (input: {
  readonly username: string
  /** Whether it replaces another address. */
  readonly isChange: boolean
  readonly expiresAt: number
  readonly url: string
}): MailMessage => ({
  subject: `Confirma tu email de ${PRODUCT}`,
  title: 'Confirma tu email',
  blocks: messageBlocks(
    input.isChange
      ? `Se pidió que esta sea la dirección de una cuenta de ${PRODUCT}.`
      : `Esta es la dirección de una cuenta de ${PRODUCT}. Confirma que es tuya.`,
    detailsBlock([
      ['Usuario', input.username],
      ['El enlace vence', localDate(input.expiresAt)],
    ]),
    { kind: 'link', label: 'Confirmar mi email', url: input.url },
    noteBlock('Si no conoces esta cuenta, ignora este mensaje: nada cambia sin tu confirmación.'),
  ),
})

/** Says what the confirmation gives to which account, because the reader may not be the person who asked. */
export const addressConfirmationMessage = (input: {
  readonly person: string
  readonly username: string
  readonly expiresAt: number
  readonly url: string
}): MailMessage => ({
  subject: `Confirma otra dirección de tu cuenta de ${PRODUCT}`,
  title: 'Confirma esta dirección',
  blocks: messageBlocks(
    `Una cuenta de ${PRODUCT} pide agregar esta dirección. Si la confirmas, verá y podrá abrir los documentos que otras personas envíen a esta dirección.`,
    detailsBlock([
      ['Cuenta de', input.person],
      ['Usuario', input.username],
      ['El enlace vence', localDate(input.expiresAt)],
    ]),
    'Abre el enlace con la sesión de esa cuenta iniciada.',
    { kind: 'link', label: 'Confirmar esta dirección', url: input.url },
    noteBlock('Si esa cuenta no es tuya, ignora este mensaje: nada cambia sin tu confirmación.'),
  ),
})
