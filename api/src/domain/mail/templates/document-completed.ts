import type { SigningMode } from 'shared/contract'
import { detailsBlock, type MailMessage, messageBlocks, noteBlock } from '../../../platform/mail/message.ts'
import { localDate } from './dates.ts'

const reports: Readonly<Record<SigningMode, MailMessage['blocks']>> = {
  electronic: [],
  certified: messageBlocks(
    'El informe de auditoría va aparte, porque el PDF solo lleva firmas digitales certificadas: descárgalo desde tu invitación o desde el documento.',
  ),
}

export interface CompletedDocument {
  readonly filename: string
  readonly mode: SigningMode
  readonly signers: readonly { readonly name: string; readonly signedAt: number; readonly entryPoint: string }[]
}

const KEEP_FILES =
  'Guarda cada archivo tal como está: si alguien lo cambia después, las firmas lo muestran. Puedes comprobarlas con cualquier lector de PDF que verifique firmas.'

export const documentCompletedMessage = (input: CompletedDocument): MailMessage => ({
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

/** How a document of a sending ended without all signatures, or stays without its seal. */
export type OtherEnd = 'cancelled' | 'expired' | 'failed'

const otherEnds: Readonly<Record<OtherEnd, string>> = {
  cancelled: 'Se canceló: no quedó firmado por todas las personas.',
  expired: 'Venció su fecha antes de que todas las personas lo firmaran.',
  failed: 'Tiene todas las firmas, pero todavía no se pudo terminar. Si se termina después, llegará en otro mensaje.',
}

/** The end of a sending, for one recipient. */
export interface CompletedSending {
  readonly documents: readonly (CompletedDocument & {
    /** Of the page with the file, if the file does not fit into the mail. */
    readonly url: string | null
  })[]
  readonly others: readonly { readonly filename: string; readonly end: OtherEnd }[]
}

const names = new Intl.ListFormat('es')

const signedBy = ({ signers }: CompletedDocument): string =>
  `Firmado por ${names.format([...new Set(signers.map(({ name }) => name))])}`

const counted = (count: number, one: string, several: string): string => `${count} ${count === 1 ? one : several}`

const sendingSubject = ({ documents: [first, ...rest], others }: CompletedSending): string => {
  const more = rest.length + others.length
  const firstName = `«${first?.filename ?? ''}»`
  const what = more === 0 ? firstName : `${firstName} y ${counted(more, 'documento', 'documentos')} más`
  if (others.length === 0) return `${what} están firmados por todas las personas`
  return `Terminó el envío de ${what}: ${counted(rest.length + 1, 'firmado', 'firmados')} de ${more + 1}`
}

const fileText = ({ documents }: CompletedSending): string => {
  const apart = documents.filter(({ url }) => url !== null).length
  if (apart > 0)
    return 'Los PDF firmados no caben todos en un mensaje: los que faltan se descargan con los enlaces de abajo.'
  return documents.length === 1
    ? 'El PDF firmado va adjunto.'
    : 'Los PDF firmados van adjuntos, cada uno en su archivo.'
}

/** One mail for all documents of a sending that the recipient may have, at the end of the last one. */
export const sendingCompletedMessage = (input: CompletedSending): MailMessage => {
  const { documents, others } = input
  const mode = documents.some((each) => each.mode === 'certified') ? 'certified' : 'electronic'
  return {
    subject: sendingSubject(input),
    title: others.length === 0 ? 'Los documentos están completos' : 'El envío terminó',
    blocks: messageBlocks(
      `Todas las firmas de ${documents.length === 1 ? 'este documento' : `estos ${documents.length} documentos`} están completas. ${fileText(input)}`,
      detailsBlock(
        documents.map((each, index) => [`Documento ${index + 1}`, `${each.filename} · ${signedBy(each)}`] as const),
      ),
      ...(others.length === 0
        ? []
        : [
            'Del mismo envío, sin terminar de firmarse:',
            detailsBlock(others.map(({ filename, end }) => [filename, otherEnds[end]] as const)),
          ]),
      ...documents.flatMap(({ url }, index) =>
        url === null ? [] : [{ kind: 'link', label: `Descargar el documento ${index + 1}`, url } as const],
      ),
      ...reports[mode],
      noteBlock(KEEP_FILES),
    ),
  }
}
