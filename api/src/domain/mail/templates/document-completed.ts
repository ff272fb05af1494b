import type { SigningMode } from 'shared/contract'
import { detailsBlock, type MailMessage, messageBlocks, noteBlock } from '../../../platform/mail/message.ts'
import { localDate } from './dates.ts'

const reports: Readonly<Record<SigningMode, MailMessage['blocks']>> = {
  electronic: [],
  certified: messageBlocks(
    'El informe de auditoría va aparte, porque el PDF solo lleva firmas digitales certificadas: descárgalo desde tu invitación o desde el documento.',
  ),
}

export const documentCompletedMessage = (input: {
  readonly filename: string
  readonly mode: SigningMode
  readonly signers: readonly { readonly name: string; readonly signedAt: number; readonly entryPoint: string }[]
}): MailMessage => ({
  subject: `«${input.filename}» está firmado por todas las personas`,
  title: 'El documento está completo',
  blocks: messageBlocks(
    `Todas las firmas de «${input.filename}» están completas. El PDF firmado va adjunto.`,
    detailsBlock(
      input.signers.map(({ name, signedAt, entryPoint }) => [name, `${localDate(signedAt)} · ${entryPoint}`] as const),
    ),
    ...reports[input.mode],
    noteBlock(
      'Guarda el archivo tal como está: si alguien lo cambia después, las firmas lo muestran. Puedes comprobarlas con cualquier lector de PDF que verifique firmas.',
    ),
  ),
})
