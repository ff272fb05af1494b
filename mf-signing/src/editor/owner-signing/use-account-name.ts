import { useSession } from 'shared/state'

export const useAccountName = (): string | undefined => {
  const session = useSession()
  if (session.kind !== 'authenticated') return undefined
  const { first_name, last_name } = session.user
  return `${first_name} ${last_name}`.trim() || undefined
}
