import { PRODUCT } from 'shared/contract'
import type { ParticipantKind } from 'shared/contract/participants'
import {
  detailsBlock,
  type MailMessage,
  type MessageBlock,
  messageBlocks,
  noteBlock,
} from '../../../platform/mail/message.ts'
import {
  type AskingMail,
  askedDocuments,
  countDocuments,
  documentFacts,
  limitFacts,
  quoteText,
  sameLinkText,
} from './asking.ts'
import { localDate } from './dates.ts'
import { type DeadlineChange, deadlineDeed } from './deadline-changed.ts'

/** A mail to a participant without a field. */
export interface ParticipationMail extends AskingMail {
  readonly kind: ParticipantKind
  readonly signerName: string
  /** From the owner. */
  readonly note: string
}

const PERSONAL = 'El enlace es personal, no lo compartas. Si no esperabas este mensaje, puedes ignorarlo.'
const PROPOSE = 'Si no te corresponde, en la misma página puedes proponer a otra persona.'

interface KindTexts {
  /** After «te pide». */
  readonly asked: string
  /** After «falta». */
  readonly missing: string
  readonly link: string
  /** Of several documents. */
  readonly links: string
  readonly limits: { readonly before: string; readonly until: string }
  readonly remark: string
  /** Of several documents. */
  readonly remarks: string
}

const kindTexts: Readonly<Record<ParticipantKind, KindTexts>> = {
  visto_bueno: {
    asked: 'tu visto bueno para',
    missing: 'tu visto bueno',
    link: 'Revisar y responder',
    links: 'Revisar y responder',
    limits: { before: 'Responder antes del', until: 'Puedes responder hasta' },
    remark: `Abrir el enlace no aprueba nada: primero lees el documento y luego das tu visto bueno o lo rechazas con un motivo. ${PROPOSE} ${PERSONAL}`,
    remarks: `Abrir el enlace no aprueba nada: primero lees cada documento y luego das tu visto bueno o lo rechazas con un motivo. ${PROPOSE} ${PERSONAL}`,
  },
  lectura: {
    asked: 'que leas',
    missing: 'que confirmes tu lectura',
    link: 'Leer el documento',
    links: 'Leer los documentos',
    limits: { before: 'Confirmar antes del', until: 'Puedes confirmar hasta' },
    remark: `Abrir el enlace no confirma nada: primero lees el documento y luego confirmas que lo leíste. ${PROPOSE} ${PERSONAL}`,
    remarks: `Abrir el enlace no confirma nada: primero lees cada documento y luego confirmas que lo leíste. ${PROPOSE} ${PERSONAL}`,
  },
  copia: {
    asked: 'nada, solo te envía una copia de',
    missing: 'nada',
    link: 'Ver el documento',
    links: 'Ver los documentos',
    limits: { before: 'El enlace sirve hasta', until: 'El enlace sirve hasta' },
    remark: `No tienes que responder nada. ${PERSONAL}`,
    remarks: `No tienes que responder nada. ${PERSONAL}`,
  },
}

const participationBlocks = (input: ParticipationMail): readonly MessageBlock[] => {
  const { kind, ownerName, description, personalMessage, note, expiresAt, url, silenceUrl } = input
  const { link, links, limits, remark, remarks } = kindTexts[kind]
  const isOne = (input.alsoAsked ?? []).length === 0
  const deadline = kind === 'copia' ? null : (input.deadline ?? null)
  const silence: MessageBlock[] =
    kind === 'copia' ? [] : [{ kind: 'quiet-link', label: 'No quiero más recordatorios', url: silenceUrl }]
  return [
    detailsBlock([
      ...documentFacts(input),
      [isOne ? 'Quién lo envía' : 'Quién los envía', ownerName],
      ...limitFacts(expiresAt, deadline, limits),
    ]),
    { kind: 'link', label: isOne ? link : links, url },
    ...quoteText(`Nota de ${ownerName} para ti`, note),
    ...quoteText(`Mensaje personal de ${ownerName}`, personalMessage),
    ...quoteText('Descripción que escribió quien lo envía', description),
    noteBlock(isOne ? remark : remarks),
    ...silence,
  ]
}

/** `turn`: signers of earlier steps have signed. */
export const participationMail = (
  mail: 'invitation' | 'turn',
  input: ParticipationMail & { readonly proposedBy?: string | undefined },
): MailMessage => {
  const { kind, ownerName, signerName, proposedBy } = input
  const { asked } = kindTexts[kind]
  const isCopy = kind === 'copia'
  const turn = mail === 'turn' && !isCopy ? ' Ya están las firmas que iban antes.' : ''
  return {
    subject: isCopy
      ? `${ownerName} te envía una copia de ${askedDocuments(input)}`
      : `${ownerName} pide ${asked} ${askedDocuments(input)}`,
    title: isCopy ? `${signerName}, tienes una copia` : `${signerName}, te piden ${asked} ${countDocuments(input)}`,
    blocks: messageBlocks(
      isCopy
        ? `${ownerName} te envía la copia de ${countDocuments(input)} en ${PRODUCT}.${sameLinkText(input)}`
        : `${ownerName} te pide ${asked} ${countDocuments(input)} en ${PRODUCT}.${turn}${sameLinkText(input)}`,
      ...(proposedBy === undefined ? [] : [`${proposedBy} dijo que te corresponde a ti, y ${ownerName} lo confirmó.`]),
      ...participationBlocks(input),
    ),
  }
}

export const copyOfCompletedMail = (input: ParticipationMail): MailMessage => {
  const { signerName, ownerName, filename, alsoAsked = [] } = input
  const several = alsoAsked.length > 0
  return {
    subject: `${askedDocuments(input)} ${several ? 'están completos' : 'está completo'}: tu copia`,
    title: `${signerName}, ${several ? 'los documentos están completos' : 'el documento está completo'}`,
    blocks: messageBlocks(
      several
        ? `Todas las firmas de estos ${countDocuments(input)} están completas, y ${ownerName} te envía una copia de cada uno.${sameLinkText(input)}`
        : `Todas las firmas de «${filename}» están completas, y ${ownerName} te envía una copia.`,
      ...participationBlocks(input),
    ),
  }
}

export const participationReminder = (input: ParticipationMail & { readonly invitedAt: number }): MailMessage => {
  const { kind, ownerName, signerName, invitedAt } = input
  const { asked, missing } = kindTexts[kind]
  return {
    subject: `Recordatorio: ${ownerName} pide ${asked} ${askedDocuments(input)}`,
    title: `${signerName}, falta ${missing}`,
    blocks: messageBlocks(
      `${ownerName} te pidió ${asked} ${countDocuments(input)} en ${PRODUCT} el ${localDate(invitedAt)}, y todavía falta ${missing}.${sameLinkText(input)}`,
      ...participationBlocks(input),
    ),
  }
}

export const participationDeadline = (input: ParticipationMail & DeadlineChange): MailMessage => {
  const { kind, ownerName, signerName } = input
  const { missing } = kindTexts[kind]
  return {
    subject: `${ownerName} ${deadlineDeed(input)} de ${askedDocuments(input)}`,
    title: `${signerName}, falta ${missing}`,
    blocks: messageBlocks(
      `${ownerName} ${deadlineDeed(input)} de ${countDocuments(input)} en ${PRODUCT}, y todavía falta ${missing}.${sameLinkText(input)}`,
      ...participationBlocks(input),
    ),
  }
}
