import type { Message } from '../message.ts'
import { localDate } from './dates.ts'

/** Tells the owner that someone signed and who is still awaited. */
export const fieldSignedMessage = (input: {
  readonly signerName: string
  readonly filename: string
  /** Milliseconds since the epoch. */
  readonly signedAt: number
  readonly signed: number
  readonly total: number
  readonly url: string
}): Message => ({
  subject: `${input.signerName} firmó «${input.filename}»`,
  title: `${input.signerName} firmó el documento`,
  blocks: [
    {
      kind: 'facts',
      facts: [
        ['Documento', input.filename],
        ['Firmado', localDate(input.signedAt)],
        ['Firmas', `${input.signed} de ${input.total}`],
      ],
    },
    { kind: 'paragraph', text: 'Te avisaremos cuando firmen las personas que faltan.' },
    { kind: 'link', label: 'Ver mis documentos', url: input.url },
  ],
})
