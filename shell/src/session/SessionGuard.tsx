import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Access } from 'shared/contract'
import { Navigate } from 'shared/router'
import { useSession } from 'shared/state'
import { LoadingLater } from '../remotes/LoadingLater.tsx'
import { admit } from './admit.ts'

/** Applies a page's access rule. Use one per page. */
export function SessionGuard({ access, children }: { readonly access: Access; readonly children: ReactNode }) {
  const session = useSession()
  const [admitted, setAdmitted] = useState(false)
  const admission = admit(access, session.kind, admitted)
  if (admission.kind === 'show' && !admitted) setAdmitted(true)
  if (admission.kind === 'away') return <Navigate to={admission.to} replace />
  return admission.kind === 'show' ? children : <LoadingLater text="Cargando…" />
}
