import type { PlacedField } from '../../fields/field-lifecycle.ts'

interface Guest {
  readonly field: Pick<PlacedField, 'id'>
  readonly state: string
}

/** Whether a link of the signer works. */
export const isInvited = ({ id }: PlacedField, { guests }: { readonly guests: readonly Guest[] }): boolean =>
  guests.some(({ field, state }) => field.id === id && state === 'standing')
