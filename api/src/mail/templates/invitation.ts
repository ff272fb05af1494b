import { PRODUCT } from 'shared/contract'
import type { Message } from '../message.ts'
import { localDate } from './dates.ts'

/** Asks someone to sign a field: who asks, what for, until when, and the link. */
export const invitationMessage = (input: {
  readonly ownerName: string
  readonly signerName: string
  readonly filename: string
  readonly description: string
  readonly url: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}): Message => ({
  subject: `${input.ownerName} te invita a firmar «${input.filename}»`,
  title: `${input.signerName}, tienes un documento por firmar`,
  blocks: [
    { kind: 'paragraph', text: `${input.ownerName} te invita a firmar un documento en ${PRODUCT}.` },
    {
      kind: 'facts',
      facts: [
        ['Documento', input.filename],
        ...(input.description === '' ? [] : [['Descripción', input.description] as const]),
        ['Puedes firmar hasta', localDate(input.expiresAt)],
      ],
    },
    { kind: 'link', label: 'Revisar y firmar', url: input.url },
    {
      kind: 'note',
      text: 'Abrir el enlace no firma nada: primero lees el documento y luego decides. El enlace es personal, no lo compartas. Si no esperabas este mensaje, puedes ignorarlo.',
    },
  ],
})
