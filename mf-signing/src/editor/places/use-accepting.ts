import { useSession } from 'shared/state'
import { fieldDefaults } from '../../fields/constants.ts'
import { useAccountName } from '../owner-signing/use-account-name.ts'
import { type AcceptModels, acceptPlaces, placeSigners } from './accept-places.ts'
import { openPlaces, type PlaceOnPage } from './found-on-page.ts'

/** What list and ghosts have in common. */
export const useAccepting = (models: Omit<AcceptModels, 'owner'>) => {
  const session = useSession()
  const name = useAccountName() ?? fieldDefaults.ownName
  const owner = { name, email: session.kind === 'authenticated' ? session.user.email : '' }
  const { places, fields, forms } = models
  const open = openPlaces(places.found, places.dismissed, [...fields.all, ...forms.all])
  return {
    open,
    signers: placeSigners({ ...models, owner }),
    accept: (wanted: readonly PlaceOnPage[]) => acceptPlaces(wanted, open.length - wanted.length, { ...models, owner }),
  }
}
