import { detailsBlock, type MailMessage, messageBlocks } from '../../../platform/mail/message.ts'
import { localDate } from './dates.ts'

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
