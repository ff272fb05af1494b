import type { SigningMode } from 'shared/contract'
import { detailsBlock, type MessageBlock, messageBlocks, noteBlock } from '../../../platform/mail/message.ts'
import { lastDay, localDate } from './dates.ts'

export interface AskingMail {
  readonly ownerName: string
  readonly filename: string
  readonly description: string
  readonly personalMessage: string
  readonly mode?: SigningMode
  readonly expiresAt: number
  readonly fieldCount?: number
  /** Names of further documents that the same link opens. */
  readonly alsoAsked?: readonly string[]
  readonly deadline?: number | null
  readonly url: string
  /** Turns off reminders. */
  readonly silenceUrl: string
}

/** Nothing for an empty text. */
export const quoteText = (label: string, text: string): MessageBlock[] =>
  text === '' ? [] : [{ kind: 'quote', label, text }]

const asked: Readonly<Record<SigningMode, readonly MessageBlock[]>> = {
  electronic: [],
  certified: messageBlocks(
    'Este documento pide firma digital certificada: para firmarlo necesitas tu certificado de firma digital de Costa Rica, por ejemplo en tu tarjeta, con su PIN.',
  ),
}

const toSign = { before: 'Firmar antes del', until: 'Puedes firmar hasta' }

/** How long the link serves, in the words of what is asked. */
export const limitFacts = (
  expiresAt: number,
  deadline: number | null,
  words: typeof toSign = toSign,
): (readonly [string, string])[] => {
  const facts: (readonly [string, string])[] = []
  if (deadline !== null) facts.push([words.before, `final del ${lastDay(deadline)} (hora de Costa Rica)`])
  if (deadline === null || expiresAt < deadline) facts.push([words.until, localDate(expiresAt)])
  return facts
}

const countFacts = (fieldCount: number): (readonly [string, string])[] =>
  fieldCount > 1 ? [['Firmas que te pide', `${fieldCount}, con este mismo enlace`]] : []

/** One row for each document. */
export const documentFacts = ({
  filename,
  alsoAsked = [],
}: Pick<AskingMail, 'filename' | 'alsoAsked'>): (readonly [string, string])[] =>
  alsoAsked.length === 0
    ? [['Documento', filename]]
    : [filename, ...alsoAsked].map((name, index) => [`Documento ${index + 1}`, name] as const)

/** «Contrato.pdf», or «Contrato.pdf» y 2 documentos más. */
export const askedDocuments = ({ filename, alsoAsked = [] }: Pick<AskingMail, 'filename' | 'alsoAsked'>): string => {
  if (alsoAsked.length === 0) return `«${filename}»`
  return `«${filename}» y ${alsoAsked.length} ${alsoAsked.length === 1 ? 'documento' : 'documentos'} más`
}

/** Un documento, or 3 documentos. */
export const countDocuments = ({ alsoAsked = [] }: Pick<AskingMail, 'alsoAsked'>): string =>
  alsoAsked.length === 0 ? 'un documento' : `${alsoAsked.length + 1} documentos`

/** Empty for one document. */
export const sameLinkText = ({ alsoAsked = [] }: Pick<AskingMail, 'alsoAsked'>): string =>
  alsoAsked.length === 0 ? '' : ' El mismo enlace los abre todos.'

export const askingBlocks = ({
  ownerName,
  filename,
  description,
  personalMessage,
  mode = 'electronic',
  expiresAt,
  fieldCount = 1,
  alsoAsked = [],
  deadline = null,
  url,
  silenceUrl,
}: AskingMail): MessageBlock[] => [
  detailsBlock([
    ...documentFacts({ filename, alsoAsked }),
    ['Quién lo pide', ownerName],
    ...countFacts(fieldCount),
    ...limitFacts(expiresAt, deadline),
  ]),
  ...asked[mode],
  { kind: 'link', label: 'Revisar y firmar', url },
  ...quoteText(`Mensaje personal de ${ownerName}`, personalMessage),
  ...quoteText('Descripción que escribió quien lo pide', description),
  noteBlock(
    'Abrir el enlace no firma nada: primero lees el documento y luego decides. Si no vas a firmar o no te corresponde, en la misma página puedes decirlo o proponer a otra persona. El enlace es personal, no lo compartas. Si no esperabas este mensaje, puedes ignorarlo.',
  ),
  { kind: 'quiet-link', label: 'No quiero más recordatorios', url: silenceUrl },
]
