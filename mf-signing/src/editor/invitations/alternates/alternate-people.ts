import type { Alternate } from 'shared/contract/alternates'
import { invitedSignerKey } from 'shared/contract/signing-order'
import type { PlacedField, SavedField } from '../../../fields/field-lifecycle.ts'
import type { SigningParty } from '../../signers/signers.ts'
import { guestsOf, type InvitedGuest } from '../invitations.ts'
import { type PersonAction, type PersonChoice, personChoices } from '../person-news.ts'
import { alternateTexts as texts } from './texts.ts'

/** A person who may sign one or several fields in the place of their signers. */
export interface AlternatePerson {
  readonly key: string
  /** Of their first entry. */
  readonly id: number
  readonly name: string
  readonly email: string
  /** One for each field. */
  readonly alternates: readonly Alternate[]
  readonly guests: readonly InvitedGuest[]
  /** Names of the fields' own signers. */
  readonly insteadOf: readonly string[]
}

export const openFields = (fields: readonly PlacedField[]): readonly SavedField[] =>
  fields.filter(
    (field) => field.status === 'saved' && field.type === 'signature' && field.signerEmail !== '',
  ) as readonly SavedField[]

/** Those who may sign one of `fields`, while it is not signed; in the order in which they were added. */
export const alternatePeople = (
  list: readonly Alternate[],
  fields: readonly PlacedField[],
): readonly AlternatePerson[] => {
  const open = openFields(fields)
  const ofOpen = list.filter(({ field_id }) => open.some(({ id }) => id === field_id))
  return [...Map.groupBy(ofOpen, invitedSignerKey)].flatMap(([key, [first, ...others]]) => {
    if (first === undefined) return []
    const alternates = [first, ...others]
    const own = open.filter(({ id }) => alternates.some(({ field_id }) => field_id === id))
    const invitations = alternates.flatMap(({ field_id, invitation }) =>
      invitation === null ? [] : [{ field_id, ...invitation }],
    )
    const { id, name, email } = first
    const insteadOf = [...new Set(own.map(({ signerName }) => signerName))]
    return [{ key, id, name, email, alternates, guests: guestsOf(own, invitations), insteadOf }]
  })
}

/** As the form knows people that are listed already. */
export const asParty = ({ key, name, email }: Pick<AlternatePerson, 'key' | 'name' | 'email'>): SigningParty => ({
  key,
  name,
  email,
  isOwner: false,
  byPublicLink: false,
  fields: [],
})

export type AlternateAction = PersonAction | 'remove'

export interface AlternateChoice extends Omit<PersonChoice, 'choice'> {
  readonly choice: AlternateAction
}

/**
 * @param canInvite the fields' own signer has an invitation: before, one button invites all of them
 * @param now milliseconds since the epoch
 */
export const alternateChoices = (
  person: AlternatePerson,
  { canInvite, now }: { readonly canInvite: boolean; readonly now: number },
): readonly AlternateChoice[] => {
  const hasNoLink = person.guests.every(({ state }) => state === 'not-invited' || state === 'expired')
  return [
    ...(hasNoLink && canInvite ? [{ choice: 'resend', text: texts.invite } as const] : []),
    ...personChoices(person, now),
    { choice: 'remove', text: texts.remove, removes: true },
  ]
}
