import { BY_PUBLIC_LINK } from 'shared/contract'
import { detailsBlock, type MailMessage, messageBlocks } from '../../../platform/mail/message.ts'
import { localDate } from './dates.ts'

interface NextPeople {
  readonly ownersTurn: boolean
  readonly uninvited: readonly string[]
  readonly signed: number
  readonly total: number
  /** Whose approval or reading is missing. */
  readonly unanswered?: readonly string[]
}

const nextText = (next: NextPeople): string => {
  if (next.signed === next.total && next.unanswered !== undefined && next.unanswered.length > 0)
    return `Ya están todas las firmas. El documento queda completo cuando responda ${next.unanswered.join(', ')}.`
  if (next.ownersTurn) return 'El documento se firma por orden, y ahora te toca firmar a ti.'
  if (next.uninvited.length > 0)
    return `El documento se firma por orden, y ahora le toca a ${next.uninvited.join(', ')}: todavía no tiene invitación. Envíala desde el documento.`
  return 'Te avisaremos cuando firmen las personas que faltan.'
}

/** Marks names that only the signer stated. */
const marked = ({ entryPoint }: { readonly entryPoint: string }): string =>
  entryPoint === BY_PUBLIC_LINK ? ` (${entryPoint})` : ''

export const fieldSignedMessage = (input: {
  readonly signerName: string
  readonly entryPoint: string
  readonly program?: string | undefined
  readonly filename: string
  readonly signedAt: number
  readonly signed: number
  readonly total: number
  readonly url: string
  readonly ownersTurn: boolean
  readonly uninvited: readonly string[]
  readonly unanswered?: readonly string[]
}): MailMessage => ({
  subject: `${input.signerName}${marked(input)} firmó «${input.filename}»`,
  title: `${input.signerName}${marked(input)} firmó el documento`,
  blocks: messageBlocks(
    detailsBlock([
      ['Documento', input.filename],
      ['Firmado', localDate(input.signedAt)],
      ['Quien firmó vino', input.entryPoint],
      ...(input.program === undefined ? [] : [['Firmó', input.program] as const]),
      ['Firmas', `${input.signed} de ${input.total}`],
    ]),
    nextText(input),
    { kind: 'link', label: 'Ver mis documentos', url: input.url },
  ),
})

interface SignedDocument {
  readonly filename: string
  readonly signed: number
  readonly total: number
  readonly ownersTurn: boolean
  readonly uninvited: readonly string[]
}

const nextOf = ({ ownersTurn, uninvited }: SignedDocument): string => {
  if (ownersTurn) return ': ahora te toca firmar a ti'
  return uninvited.length === 0 ? '' : `: ahora le toca a ${uninvited.join(', ')}, que todavía no tiene invitación`
}

/** For the owner: one act of a guest signed several documents that still wait for others. */
export const signedTogetherMessage = ({
  signerName,
  signedAt,
  documents,
  url,
}: {
  readonly signerName: string
  readonly signedAt: number
  readonly documents: readonly SignedDocument[]
  readonly url: string
}): MailMessage => ({
  subject: `${signerName} firmó ${documents.length} documentos`,
  title: `${signerName} firmó ${documents.length} documentos en un solo acto`,
  blocks: messageBlocks(
    detailsBlock([
      ['Firmado', localDate(signedAt)],
      ...documents.map((each) => [each.filename, `${each.signed} de ${each.total} firmas${nextOf(each)}`] as const),
    ]),
    'Te avisaremos cuando firmen las personas que faltan.',
    { kind: 'link', label: 'Ver mis documentos', url },
  ),
})
