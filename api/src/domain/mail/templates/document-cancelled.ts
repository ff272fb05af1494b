import { type MailMessage, messageBlocks } from '../../../platform/mail/message.ts'
import { nothingToDo, type PartTaken } from './document-declined.ts'

interface Cancelled extends PartTaken {
  readonly ownerName: string
  readonly filename: string
  readonly reason: string
}

export const documentCancelledMessage = (input: Cancelled): MailMessage => ({
  subject: `${input.ownerName} canceló la firma de «${input.filename}»`,
  title: 'La firma del documento se canceló',
  blocks: messageBlocks(
    `${input.ownerName} canceló la firma de «${input.filename}».`,
    ...(input.reason === '' ? [] : [{ kind: 'quote', label: 'El motivo que dio', text: input.reason } as const]),
    nothingToDo(input),
  ),
})
