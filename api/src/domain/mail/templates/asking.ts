import type { DocumentMode } from 'shared/contract'
import type { Block } from '../../../platform/mail/message.ts'
import { localDate } from './dates.ts'

export interface Asking {
  readonly ownerName: string
  readonly filename: string
  readonly description: string
  readonly personalMessage: string
  readonly mode?: DocumentMode
  readonly expiresAt: number
  readonly url: string
  /** Turns off reminders. */
  readonly silenceUrl: string
}

const quote = (label: string, text: string): Block[] => (text === '' ? [] : [{ kind: 'quote', label, text }])

const asked: Readonly<Record<DocumentMode, readonly Block[]>> = {
  electronic: [],
  certified: [
    {
      kind: 'paragraph',
      text: 'Este documento pide firma digital certificada: para firmarlo necesitas tu certificado de firma digital de Costa Rica, por ejemplo en tu tarjeta, con su PIN.',
    },
  ],
}

export const askingBlocks = ({
  ownerName,
  filename,
  description,
  personalMessage,
  mode = 'electronic',
  expiresAt,
  url,
  silenceUrl,
}: Asking): Block[] => [
  {
    kind: 'facts',
    facts: [
      ['Documento', filename],
      ['Quién lo pide', ownerName],
      ['Puedes firmar hasta', localDate(expiresAt)],
    ],
  },
  ...asked[mode],
  { kind: 'link', label: 'Revisar y firmar', url },
  ...quote(`Mensaje personal de ${ownerName}`, personalMessage),
  ...quote('Descripción que escribió quien lo pide', description),
  {
    kind: 'note',
    text: 'Abrir el enlace no firma nada: primero lees el documento y luego decides. Si no vas a firmar o no te corresponde, en la misma página puedes decirlo o proponer a otra persona. El enlace es personal, no lo compartas. Si no esperabas este mensaje, puedes ignorarlo.',
  },
  { kind: 'quiet-link', label: 'No quiero más recordatorios', url: silenceUrl },
]
