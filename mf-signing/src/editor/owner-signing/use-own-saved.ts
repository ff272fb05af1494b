import { useSavedOffer } from '../../saved-signatures/use-saved-offer.ts'
import { useAccountName } from './use-account-name.ts'

export const useOwnSaved = () => {
  const name = useAccountName()
  return useSavedOffer(async () => ({ bearer: 'session', name }))
}
