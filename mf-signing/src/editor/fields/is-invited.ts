import type { Field } from '../../fields/field-lifecycle.ts'

interface Guest {
  readonly field: Pick<Field, 'id'>
  readonly state: string
}

/** Whether a link of the signer works. */
export const isInvited = ({ id }: Field, { guests }: { readonly guests: readonly Guest[] }): boolean =>
  guests.some(({ field, state }) => field.id === id && state === 'standing')
