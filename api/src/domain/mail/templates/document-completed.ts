import type { DocumentMode } from 'shared/contract'
import { blocks, facts, type Message, note } from '../../../platform/mail/message.ts'
import { localDate } from './dates.ts'

const reports: Readonly<Record<DocumentMode, Message['blocks']>> = {
  electronic: [],
  certified: blocks(
    'El informe de auditoría va aparte, porque el PDF solo lleva firmas digitales certificadas: descárgalo desde tu invitación o desde el documento.',
  ),
}

export const documentCompletedMessage = (input: {
  readonly filename: string
  readonly mode: DocumentMode
  readonly signers: readonly { readonly name: string; readonly signedAt: number; readonly entryPoint: string }[]
}): Message => ({
  subject: `«${input.filename}» está firmado por todas las personas`,
  title: 'El documento está completo',
  blocks: blocks(
    `Todas las firmas de «${input.filename}» están completas. El PDF firmado va adjunto.`,
    facts(
      input.signers.map(({ name, signedAt, entryPoint }) => [name, `${localDate(signedAt)} · ${entryPoint}`] as const),
    ),
    ...reports[input.mode],
    note(
      'Guarda el archivo tal como está: si alguien lo cambia después, las firmas lo muestran. Puedes comprobarlas con cualquier lector de PDF que verifique firmas.',
    ),
  ),
})
