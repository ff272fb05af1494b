import type { ReactNode } from 'react'
import { href } from 'shared/contract'
import { Link } from 'shared/router'
import { useSession } from 'shared/state'

export interface AccountHomeProps {
  readonly className: string
  readonly children: ReactNode
}

/** A reloaded page of a guest has restored no session: only a load of the next page does. */
export function AccountHome(props: AccountHomeProps) {
  const isLoggedIn = useSession().kind === 'authenticated'
  return isLoggedIn ? <Link to={href.dashboard()} {...props} /> : <a href={href.dashboard()} {...props} />
}
