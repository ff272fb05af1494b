import type { Participant } from 'shared/contract/participants'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { storedParticipant, storedParticipation } from './wire.ts'

/** People without a field, as the API keeps them. */
export const answerParticipants = (
  api: { participants?: Participant[] },
  { method, url, body }: SentCall,
): NetworkAnswer => {
  const known = api.participants ?? []
  const id = Number(/participants\/(\d+)/.exec(url)?.[1])
  const change = (changes: Partial<Participant>): void => {
    api.participants = known.map((one) => (one.id === id ? { ...one, ...changes } : one))
  }
  const details = typeof body === 'object' && body !== null ? body : {}
  if (method === 'GET') return { status: 200, body: known }
  if (method === 'DELETE') api.participants = known.filter((one) => one.id !== id)
  else if (method === 'PUT') change(details)
  else if (url.endsWith('/invite/')) change({ invitation: storedParticipation({ id: 90 + id }), can_change: false })
  else api.participants = [...known, storedParticipant({ ...details, id: 81 + known.length })]
  const answer = api.participants?.at(-1) ?? storedParticipant()
  if (url.endsWith('/invite/'))
    return { status: 200, body: { success: true, message: 'Enviada', expires_at: '2026-03-01T00:00:00.000Z' } }
  return { status: 200, body: method === 'DELETE' ? { success: true } : answer }
}
