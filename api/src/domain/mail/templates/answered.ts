import { detailsBlock, type MailMessage, messageBlocks } from '../../../platform/mail/message.ts'
import { localDate } from './dates.ts'

interface AnsweredMail {
  /** Otherwise a reading. */
  readonly isApproval: boolean
  readonly name: string
  readonly filename: string
  readonly answeredAt: number
  readonly url: string
  readonly ownersTurn: boolean
  /** Who is next and has no invitation. */
  readonly uninvited: readonly string[]
}

const nextStep = ({ ownersTurn, uninvited }: AnsweredMail): string => {
  if (ownersTurn) return 'Ahora te toca firmar a ti.'
  if (uninvited.length > 0)
    return `Ahora le toca a ${uninvited.join(', ')}: todavía no tiene invitación. Envíala desde el documento.`
  return 'Te avisaremos cuando respondan las personas que faltan.'
}

/** To the owner. */
export const answeredMessage = (input: AnsweredMail): MailMessage => {
  const { isApproval, name, filename } = input
  return {
    subject: `${name} ${isApproval ? 'dio su visto bueno a' : 'confirmó que leyó'} «${filename}»`,
    title: `${name} ${isApproval ? 'dio su visto bueno' : 'confirmó su lectura'}`,
    blocks: messageBlocks(
      detailsBlock([
        ['Documento', filename],
        [isApproval ? 'Visto bueno' : 'Leído', localDate(input.answeredAt)],
      ]),
      nextStep(input),
      { kind: 'link', label: 'Ver mis documentos', url: input.url },
    ),
  }
}
