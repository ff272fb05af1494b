import type { Alternate } from 'shared/contract/alternates'
import type { NetworkAnswer, SentCall } from 'shared/testing'
import { storedInvitation } from './wire.ts'

export const storedAlternate = (over: Partial<Alternate> = {}): Alternate => ({
  id: 61,
  field_id: 7,
  name: 'Luis Rojas',
  email: 'luis@example.com',
  signed: false,
  invitation: null,
  ...over,
})

/** Of an invitation to one who may sign in the place of another. */
export const alternateInvitation = (
  over: Partial<NonNullable<Alternate['invitation']>> = {},
): NonNullable<Alternate['invitation']> => {
  const { field_id: _, ...invitation } = storedInvitation({ id: 160, email: 'luis@example.com' })
  return { ...invitation, ...over }
}

/** People who may sign in the place of others, as the API keeps them. */
export const answerAlternates = (api: { alternates?: Alternate[] }, { method, url, body }: SentCall): NetworkAnswer => {
  const known = api.alternates ?? []
  const id = Number(/alternates\/(\d+)/.exec(url)?.[1])
  if (method === 'GET') return { status: 200, body: known }
  if (method === 'DELETE') {
    api.alternates = known.filter((one) => one.id !== id)
    return { status: 200, body: { success: true } }
  }
  if (url.endsWith('/invite/')) {
    const invitation = alternateInvitation({ id: 100 + id })
    api.alternates = known.map((one) => (one.id === id ? { ...one, invitation } : one))
    return { status: 200, body: { success: true, message: 'Enviada', expires_at: invitation.expires_at } }
  }
  const added = storedAlternate({ ...(typeof body === 'object' ? body : {}), id: 61 + known.length })
  api.alternates = [...known, added]
  return { status: 200, body: added }
}
