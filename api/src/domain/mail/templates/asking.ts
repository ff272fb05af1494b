import type { DocumentMode } from 'shared/contract'
import { type Block, blocks, facts, note } from '../../../platform/mail/message.ts'
import { lastDay, localDate } from './dates.ts'

export interface Asking {
  readonly ownerName: string
  readonly filename: string
  readonly description: string
  readonly personalMessage: string
  readonly mode?: DocumentMode
  readonly expiresAt: number
  readonly deadline?: number | null
  readonly url: string
  /** Turns off reminders. */
  readonly silenceUrl: string
}

const quote = (label: string, text: string): Block[] => (text === '' ? [] : [{ kind: 'quote', label, text }])

const asked: Readonly<Record<DocumentMode, readonly Block[]>> = {
  electronic: [],
  certified: blocks(
    'Este documento pide firma digital certificada: para firmarlo necesitas tu certificado de firma digital de Costa Rica, por ejemplo en tu tarjeta, con su PIN.',
  ),
}

const limitFacts = (expiresAt: number, deadline: number | null): (readonly [string, string])[] => {
  const facts: (readonly [string, string])[] = []
  if (deadline !== null) facts.push(['Firmar antes del', `final del ${lastDay(deadline)} (hora de Costa Rica)`])
  if (deadline === null || expiresAt < deadline) facts.push(['Puedes firmar hasta', localDate(expiresAt)])
  return facts
}

export const askingBlocks = ({
  ownerName,
  filename,
  description,
  personalMessage,
  mode = 'electronic',
  expiresAt,
  deadline = null,
  url,
  silenceUrl,
}: Asking): Block[] => [
  facts([['Documento', filename], ['Quién lo pide', ownerName], ...limitFacts(expiresAt, deadline)]),
  ...asked[mode],
  { kind: 'link', label: 'Revisar y firmar', url },
  ...quote(`Mensaje personal de ${ownerName}`, personalMessage),
  ...quote('Descripción que escribió quien lo pide', description),
  note(
    'Abrir el enlace no firma nada: primero lees el documento y luego decides. Si no vas a firmar o no te corresponde, en la misma página puedes decirlo o proponer a otra persona. El enlace es personal, no lo compartas. Si no esperabas este mensaje, puedes ignorarlo.',
  ),
  { kind: 'quiet-link', label: 'No quiero más recordatorios', url: silenceUrl },
]
