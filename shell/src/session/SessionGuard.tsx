import type { ReactNode } from 'react'
import { Fragment, useState } from 'react'
import type { Access } from 'shared/contract'
import { Navigate } from 'shared/router'
import { type Session, useSession } from 'shared/state'
import { DelayedLoader } from '../page/DelayedLoader.tsx'
import { admitToRoute } from './admit.ts'

/**
 * Changes when another person's session starts in another tab; a login
 * keeps the page.
 */
const ownerOf = (access: Access, session: Session): number | undefined =>
  access.kind === 'session' && session.kind === 'authenticated' ? session.user.id : undefined

export interface SessionGuardProps {
  readonly access: Access
  /** While the session is restored. */
  readonly loadingText?: string | undefined
  readonly children: ReactNode
}

/** Use one guard per page. */
export function SessionGuard({ access, loadingText, children }: SessionGuardProps) {
  const session = useSession()
  const [admitted, setAdmitted] = useState(false)
  const admission = admitToRoute(access, session.kind, admitted)
  if (admission.kind === 'show' && !admitted) setAdmitted(true)
  if (admission.kind === 'redirect') return <Navigate to={admission.to} replace />
  if (admission.kind === 'wait') return <DelayedLoader text={loadingText} />
  return <Fragment key={ownerOf(access, session)}>{children}</Fragment>
}
