import type { Sending, SendingDocument, SendingPerson } from 'shared/http/deferred'
import type { NetworkAnswer, SentCall } from 'shared/testing'

const names: Readonly<Record<number, string>> = { 3: 'Contrato.pdf', 4: 'Acta.pdf', 5: 'Poder.pdf', 20: 'Anexo.pdf' }

export const sendingDocument = (id: number, over: Partial<SendingDocument> = {}): SendingDocument => ({
  id,
  original_filename: names[id] ?? `${id}.pdf`,
  status: 'UPLOADED',
  is_signed: false,
  fields_total: 1,
  fields_signed: 0,
  seal_failed: false,
  ...over,
})

export const sendingPerson = (over: Partial<SendingPerson> = {}): SendingPerson => ({
  name: 'Ana Mora',
  email: 'ana@example.com',
  document_id: 3,
  field_id: 7,
  other_fields: [],
  documents: [3, 4, 5],
  is_invited: false,
  ...over,
})

/** Of three documents; 3 is the one that `storedFile` has. */
export const storedSending = (over: Partial<Sending> = {}): Sending => ({
  id: 40,
  documents: [3, 4, 5].map((id) => sendingDocument(id)),
  people: [sendingPerson()],
  is_sent: false,
  is_complete: false,
  ...over,
})

export interface FakeSending {
  sending: Sending | undefined
}

/** Answers the calls of a sending, and marks the invited person of it. */
export const answerSending = (api: FakeSending, { method, url, body }: SentCall): NetworkAnswer | undefined => {
  const { sending } = api
  const given = { documents: [] as number[], email: '', ...(typeof body === 'object' ? body : {}) }
  if (sending && method === 'POST' && url.includes('send-invitation')) {
    const people = sending.people.map((one) => (one.email === given.email ? { ...one, is_invited: true } : one))
    api.sending = { ...sending, people, is_sent: true }
    return undefined
  }
  if (!url.includes('/sendings/')) return undefined
  if (!sending) return { status: 404, body: { code: 'NOT_FOUND', message: 'No existe.' } }
  if (method === 'DELETE') {
    api.sending = undefined
    return { status: 200, body: { success: true } }
  }
  if (method === 'PUT') {
    const documents = given.documents.map(
      (id) => sending.documents.find((one) => one.id === id) ?? sendingDocument(id, { fields_total: 0 }),
    )
    api.sending = { ...sending, documents }
  }
  return { status: 200, body: api.sending }
}
