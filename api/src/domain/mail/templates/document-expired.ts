import { type MailMessage, messageBlocks } from '../../../platform/mail/message.ts'
import { lastDay } from './dates.ts'

export const documentExpiredMessage = (input: {
  readonly filename: string
  readonly deadline: number
  readonly pending: readonly string[]
  readonly url: string
}): MailMessage => ({
  subject: `Terminó el plazo para firmar «${input.filename}»`,
  title: 'El plazo para firmar terminó',
  blocks: messageBlocks(
    `El ${lastDay(input.deadline)} terminó el plazo para firmar «${input.filename}», y desde entonces nadie puede firmarlo.`,
    ...(input.pending.length === 0
      ? []
      : [{ kind: 'facts', facts: [['Falta la firma de', input.pending.join(', ')]] } as const]),
    'Si todavía hace falta, abre el documento y amplía la fecha: las invitaciones que enviaste vuelven a servir.',
    { kind: 'link', label: 'Ver mis documentos', url: input.url },
  ),
})
