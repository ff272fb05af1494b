import { PRODUCT } from 'shared/contract'
import { type MailMessage, messageBlocks } from '../../../platform/mail/message.ts'
import { type AskingMail, askedDocuments, askingBlocks } from './asking.ts'
import { lastDay, localDate } from './dates.ts'

export interface DeadlineChange {
  readonly before: number | null
  readonly deadline: number | null
  readonly reopened: boolean
}

/** A verb with its object, before «para firmar» or «de». */
export const deadlineDeed = ({ before, deadline }: DeadlineChange): string => {
  if (deadline === null) return 'quitó la fecha límite'
  if (before === null) return 'puso una fecha límite'
  return deadline > before ? 'amplió el plazo' : 'adelantó la fecha límite'
}

const untilOf = (deadline: number | null, expiresAt: number): string =>
  deadline === null || expiresAt < deadline
    ? `el ${localDate(expiresAt)}`
    : `el final del ${lastDay(deadline)} (hora de Costa Rica)`

type Input = AskingMail & DeadlineChange & { readonly signerName: string }

const headingOf = (input: Input): Pick<MailMessage, 'subject' | 'title'> => {
  const { signerName, ownerName, deadline, reopened } = input
  const documents = askedDocuments(input)
  if (reopened)
    return { subject: `Puedes firmar otra vez ${documents}`, title: `${signerName}, puedes firmar otra vez` }
  const news = deadline === null ? 'ya no hay fecha límite para firmar' : 'hay una nueva fecha límite para firmar'
  return { subject: `${ownerName} ${deadlineDeed(input)} para firmar ${documents}`, title: `${signerName}, ${news}` }
}

const newsOf = (input: Input): string => {
  const { ownerName, deadline, expiresAt, reopened } = input
  const until = untilOf(deadline, expiresAt)
  return reopened
    ? `El plazo para firmar un documento en ${PRODUCT} había terminado, y ${ownerName} ${deadline === null ? deadlineDeed(input) : 'lo amplió'}. Puedes firmar otra vez hasta ${until}.`
    : `${ownerName} ${deadlineDeed(input)} para firmar un documento en ${PRODUCT}, y todavía falta tu firma. Puedes firmar hasta ${until}.`
}

export const deadlineChangedMessage = (input: Input): MailMessage => ({
  ...headingOf(input),
  blocks: messageBlocks(newsOf(input), ...askingBlocks(input)),
})
