import { href, PRODUCT } from 'shared/contract'
import type { Block, Message } from '../message.ts'
import { localDate } from './dates.ts'

/** Brings the codes to choose a new password with, one per account of the address. None stands in the subject. */
export const resetCodeMessage = (input: {
  readonly codes: readonly { readonly username: string; readonly code: string }[]
  readonly email: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly publicUrl: string
}): Message => {
  const several = input.codes.length > 1
  const codes = input.codes.map(
    ({ username, code }): Block => ({ kind: 'code', label: `Código para el usuario «${username}»`, code }),
  )
  return {
    subject: `Tu código para restablecer la contraseña de ${PRODUCT}`,
    title: 'Restablece tu contraseña',
    blocks: [
      {
        kind: 'paragraph',
        text: several
          ? `Recibimos una solicitud para restablecer tu contraseña de ${PRODUCT}. Con este email hay varias cuentas: usa el código de la que quieres recuperar.`
          : `Recibimos una solicitud para restablecer tu contraseña de ${PRODUCT}.`,
      },
      ...codes,
      { kind: 'facts', facts: [[several ? 'Vencen' : 'Vence', localDate(input.expiresAt)]] },
      { kind: 'link', label: 'Escribir el código', url: `${input.publicUrl}${href.resetPassword(input.email)}` },
      {
        kind: 'note',
        text: 'Si no lo pediste, ignora este mensaje: tu contraseña sigue siendo la misma. No compartas el código con nadie.',
      },
    ],
  }
}
