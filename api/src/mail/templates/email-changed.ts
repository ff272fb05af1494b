import { PRODUCT } from 'shared/contract'
import type { Message } from '../message.ts'
import { localDate } from './dates.ts'

/** Tells the address that an account gave up, which is the last message it gets about it. */
export const emailChangedMessage = (input: {
  readonly username: string
  /** Milliseconds since the epoch. */
  readonly changedAt: number
}): Message => ({
  subject: `Se cambió el email de tu cuenta de ${PRODUCT}`,
  title: 'Se cambió el email de tu cuenta',
  blocks: [
    {
      kind: 'facts',
      facts: [
        ['Usuario', input.username],
        ['Fecha', localDate(input.changedAt)],
      ],
    },
    { kind: 'paragraph', text: 'Desde ahora los mensajes sobre esta cuenta van a otra dirección.' },
    {
      kind: 'paragraph',
      text: 'Si no fuiste tú, inicia sesión, vuelve a poner este email en tu perfil y restablece tu contraseña: eso cierra las demás sesiones.',
    },
  ],
})
