import { type MailMessage, messageBlocks } from '../../../platform/mail/message.ts'

export const documentCopyMessage = (input: {
  readonly filename: string
  readonly signed: number
  readonly total: number
}): MailMessage => ({
  subject: `Tu copia de «${input.filename}»`,
  title: 'Tu copia del documento',
  blocks: messageBlocks(
    `Adjuntamos «${input.filename}» con ${input.signed} de ${input.total} firmas.`,
    ...(input.signed < input.total ? ['Cuando firmen todas las personas recibirás el documento completo.'] : []),
  ),
})
