import { href, PRODUCT } from 'shared/contract'
import {
  detailsBlock,
  type MailMessage,
  type MessageBlock,
  messageBlocks,
  noteBlock,
} from '../../../platform/mail/message.ts'
import { localDate } from './dates.ts'

/** Anyone can register any address: unproven accounts show no name. */
export type ResetAccount =
  | { readonly kind: 'proven'; readonly username: string }
  | { readonly kind: 'claims'; readonly createdAt: number }

const labelOf = (account: ResetAccount): string =>
  account.kind === 'proven'
    ? `Código para el usuario «${account.username}»`
    : `Código para la cuenta creada el ${localDate(account.createdAt)}`

const SEVERAL = {
  proven: 'Con este email hay varias cuentas: usa el código de la que quieres recuperar.',
  claims: 'Con este email se crearon varias cuentas y ninguna lo ha confirmado: usa el código de la que creaste tú.',
}

/** The subject never contains a code. */
export const resetCodeMessage = (input: {
  readonly codes: readonly { readonly account: ResetAccount; readonly code: string }[]
  readonly email: string
  readonly expiresAt: number
  readonly publicUrl: string
}): MailMessage => {
  const several = input.codes.length > 1
  const codes = input.codes.map(({ account, code }): MessageBlock => ({ kind: 'code', label: labelOf(account), code }))
  return {
    subject: `Tu código para restablecer la contraseña de ${PRODUCT}`,
    title: 'Restablece tu contraseña',
    blocks: messageBlocks(
      several
        ? `Recibimos una solicitud para restablecer tu contraseña de ${PRODUCT}. ${SEVERAL[input.codes[0]?.account.kind ?? 'proven']}`
        : `Recibimos una solicitud para restablecer tu contraseña de ${PRODUCT}.`,
      ...codes,
      detailsBlock([[several ? 'Vencen' : 'Vence', localDate(input.expiresAt)]]),
      { kind: 'link', label: 'Escribir el código', url: `${input.publicUrl}${href.resetPassword(input.email)}` },
      noteBlock(
        'Si no lo pediste, ignora este mensaje: tu contraseña sigue siendo la misma. No compartas el código con nadie.',
      ),
    ),
  }
}
