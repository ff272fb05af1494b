import type { ParticipantKind } from 'shared/contract/participants'
import { NextDocumentLink } from '../sending/SendingLead.tsx'
import { SendingLine, type SendingWords } from '../sending/SendingLine.tsx'
import { planSending } from '../sending/sending-plan.ts'
import { useArrival } from '../sending/use-arrival.ts'
import type { Participation } from './participation.ts'

const later = 'Antes firman otras personas'

const wordsOfSending: Readonly<Record<ParticipantKind, SendingWords>> = {
  visto_bueno: {
    count: (done, total) => `${done} de ${total} con tu visto bueno`,
    states: {
      open: 'Falta tu visto bueno',
      later,
      signed: 'Con tu visto bueno',
      ended: 'Ya no se puede responder',
    },
  },
  lectura: {
    count: (done, total) => `${done} de ${total} leídos`,
    states: { open: 'Falta tu lectura', later, signed: 'Leído', ended: 'Ya no se puede leer' },
  },
  copia: {
    count: (_, total) => (total === 1 ? '1 documento' : `${total} documentos`),
    states: { open: 'Tu copia', later: 'Todavía faltan firmas', signed: 'Tu copia', ended: 'Ya no se puede leer' },
  },
}

export interface ParticipationSendingProps {
  readonly participation: Participation
  /** `next`: the link to the next document that waits for the person's answer. */
  readonly part: 'line' | 'next'
}

/** Documents of the sending that ask the person for the same, without a signature. */
export default function ParticipationSending({ participation, part }: ParticipationSendingProps) {
  const { sending, document, participant } = participation
  const place = useArrival()
  if (sending === undefined) return null
  const signed = participant.answered_at === null ? [] : [document.id]
  const { rows, next } = planSending(sending.documents, document.id, { shown: {}, forms: {}, signed })
  if (part === 'next') return participant.kind === 'copia' ? null : <NextDocumentLink next={next} variant="primary" />
  return (
    <div ref={place}>
      <SendingLine rows={rows} words={wordsOfSending[participant.kind]} />
    </div>
  )
}
