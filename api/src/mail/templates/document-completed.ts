import { BY_PUBLIC_LINK } from 'shared/contract'
import type { Message } from '../message.ts'
import { localDate } from './dates.ts'

interface Signed {
  readonly name: string
  /** The name is what its bearer stated. */
  readonly byPublicLink: boolean
  /** Milliseconds since the epoch. */
  readonly signedAt: number
}

const signerFact = ({ name, byPublicLink, signedAt }: Signed) =>
  [name, byPublicLink ? `${localDate(signedAt)}, ${BY_PUBLIC_LINK}` : localDate(signedAt)] as const

/** Brings the finished document to everyone who signed and to its owner. */
export const documentCompletedMessage = (input: {
  readonly filename: string
  readonly signers: readonly Signed[]
}): Message => ({
  subject: `«${input.filename}» está firmado por todas las personas`,
  title: 'El documento está completo',
  blocks: [
    { kind: 'paragraph', text: `Todas las firmas de «${input.filename}» están completas. El PDF firmado va adjunto.` },
    { kind: 'facts', facts: input.signers.map(signerFact) },
    {
      kind: 'note',
      text: 'Guarda el archivo tal como está: si alguien lo cambia después, las firmas lo muestran. Puedes comprobarlas con cualquier lector de PDF que verifique firmas.',
    },
  ],
})
