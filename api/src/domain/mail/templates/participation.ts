import { PRODUCT } from 'shared/contract'
import type { ParticipantKind } from 'shared/contract/participants'
import {
  detailsBlock,
  type MailMessage,
  type MessageBlock,
  messageBlocks,
  noteBlock,
} from '../../../platform/mail/message.ts'
import { type AskingMail, limitFacts, quoteText } from './asking.ts'
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
  readonly limits: { readonly before: string; readonly until: string }
  readonly remark: string
}

const kindTexts: Readonly<Record<ParticipantKind, KindTexts>> = {
  visto_bueno: {
    asked: 'tu visto bueno para',
    missing: 'tu visto bueno',
    link: 'Revisar y responder',
    limits: { before: 'Responder antes del', until: 'Puedes responder hasta' },
    remark: `Abrir el enlace no aprueba nada: primero lees el documento y luego das tu visto bueno o lo rechazas con un motivo. ${PROPOSE} ${PERSONAL}`,
  },
  lectura: {
    asked: 'que leas',
    missing: 'que confirmes tu lectura',
    link: 'Leer el documento',
    limits: { before: 'Confirmar antes del', until: 'Puedes confirmar hasta' },
    remark: `Abrir el enlace no confirma nada: primero lees el documento y luego confirmas que lo leíste. ${PROPOSE} ${PERSONAL}`,
  },
  copia: {
    asked: 'nada, solo te envía una copia de',
    missing: 'nada',
    link: 'Ver el documento',
    limits: { before: 'El enlace sirve hasta', until: 'El enlace sirve hasta' },
    remark: `No tienes que responder nada. ${PERSONAL}`,
  },
}

const participationBlocks = (input: ParticipationMail): readonly MessageBlock[] => {
  const { kind, ownerName, filename, description, personalMessage, note, expiresAt, url, silenceUrl } = input
  const { link, limits, remark } = kindTexts[kind]
  const deadline = kind === 'copia' ? null : (input.deadline ?? null)
  const silence: MessageBlock[] =
    kind === 'copia' ? [] : [{ kind: 'quiet-link', label: 'No quiero más recordatorios', url: silenceUrl }]
  return [
    detailsBlock([['Documento', filename], ['Quién lo envía', ownerName], ...limitFacts(expiresAt, deadline, limits)]),
    { kind: 'link', label: link, url },
    ...quoteText(`Nota de ${ownerName} para ti`, note),
    ...quoteText(`Mensaje personal de ${ownerName}`, personalMessage),
    ...quoteText('Descripción que escribió quien lo envía', description),
    noteBlock(remark),
    ...silence,
  ]
}

/** `turn`: signers of earlier steps have signed. */
export const participationMail = (
  mail: 'invitation' | 'turn',
  input: ParticipationMail & { readonly proposedBy?: string | undefined },
): MailMessage => {
  const { kind, ownerName, filename, signerName, proposedBy } = input
  const { asked } = kindTexts[kind]
  const isCopy = kind === 'copia'
  const turn = mail === 'turn' && !isCopy ? ' Ya están las firmas que iban antes.' : ''
  return {
    subject: isCopy ? `${ownerName} te envía una copia de «${filename}»` : `${ownerName} pide ${asked} «${filename}»`,
    title: isCopy ? `${signerName}, tienes una copia` : `${signerName}, te piden ${asked} un documento`,
    blocks: messageBlocks(
      isCopy
        ? `${ownerName} te envía la copia de un documento en ${PRODUCT}.`
        : `${ownerName} te pide ${asked} un documento en ${PRODUCT}.${turn}`,
      ...(proposedBy === undefined ? [] : [`${proposedBy} dijo que te corresponde a ti, y ${ownerName} lo confirmó.`]),
      ...participationBlocks(input),
    ),
  }
}

export const copyOfCompletedMail = (input: ParticipationMail): MailMessage => ({
  subject: `«${input.filename}» está completo: tu copia`,
  title: `${input.signerName}, el documento está completo`,
  blocks: messageBlocks(
    `Todas las firmas de «${input.filename}» están completas, y ${input.ownerName} te envía una copia.`,
    ...participationBlocks(input),
  ),
})

export const participationReminder = (input: ParticipationMail & { readonly invitedAt: number }): MailMessage => {
  const { kind, ownerName, filename, signerName, invitedAt } = input
  const { asked, missing } = kindTexts[kind]
  return {
    subject: `Recordatorio: ${ownerName} pide ${asked} «${filename}»`,
    title: `${signerName}, falta ${missing}`,
    blocks: messageBlocks(
      `${ownerName} te pidió ${asked} un documento en ${PRODUCT} el ${localDate(invitedAt)}, y todavía falta ${missing}.`,
      ...participationBlocks(input),
    ),
  }
}

export const participationDeadline = (input: ParticipationMail & DeadlineChange): MailMessage => {
  const { kind, ownerName, filename, signerName } = input
  const { missing } = kindTexts[kind]
  return {
    subject: `${ownerName} ${deadlineDeed(input)} de «${filename}»`,
    title: `${signerName}, falta ${missing}`,
    blocks: messageBlocks(
      `${ownerName} ${deadlineDeed(input)} de un documento en ${PRODUCT}, y todavía falta ${missing}.`,
      ...participationBlocks(input),
    ),
  }
}
