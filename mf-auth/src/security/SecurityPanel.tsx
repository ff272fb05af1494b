import { useCallback, useEffect, useState } from 'react'
import type { OpenSession, SecondFactors, SecurityEvent, SecurityState } from 'shared/contract/accounts'
import { isAbort } from 'shared/http'
import { Alert, Button, StrokeLoader } from 'shared/ui'
import { securityApi } from '../api/security-api.ts'
import { failureMessage } from '../forms/failure-message.ts'
import { failureTexts } from '../forms/failure-texts.ts'
import { useIdentity } from '../identity/use-identity.tsx'
import { PersonalDataSection } from '../personal-data/PersonalDataSection.tsx'
import { AccessSection } from './AccessSection.tsx'
import { FactorsSection } from './FactorsSection.tsx'
import { LogSection } from './LogSection.tsx'
import styles from './Security.module.css'
import { SessionsSection } from './SessionsSection.tsx'

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'ready'
      readonly state: SecurityState
      readonly factors: SecondFactors
      readonly sessions: readonly OpenSession[]
      readonly log: readonly SecurityEvent[]
    }

const load = async (): Promise<Loaded> => {
  try {
    const [state, factors, sessions, log] = await Promise.all([
      securityApi.state(),
      securityApi.factors(),
      securityApi.sessions(),
      securityApi.log(),
    ])
    return { kind: 'ready', state, factors, sessions, log }
  } catch (error) {
    if (isAbort(error)) return { kind: 'loading' }
    return { kind: 'failed', message: failureMessage(error, failureTexts.securityPanel) }
  }
}

const useSecurity = () => {
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' })
  const reload = useCallback(() => {
    void load().then(setLoaded)
  }, [])
  useEffect(reload, [])
  return { loaded, reload }
}

export function SecurityPanel() {
  const { loaded, reload } = useSecurity()
  const { ask, dialog } = useIdentity(loaded.kind === 'ready' ? loaded.factors : undefined)
  if (loaded.kind === 'loading') return <StrokeLoader text="Cargando seguridad…" />
  if (loaded.kind === 'failed')
    return (
      <Alert
        tone="error"
        title={failureTexts.securityPanel.failed}
        actions={<Button onClick={reload}>Reintentar</Button>}
      >
        {loaded.message}
      </Alert>
    )
  return (
    <div className={styles.panel}>
      <AccessSection state={loaded.state} ask={ask} onChanged={reload} />
      <FactorsSection factors={loaded.factors} ask={ask} onChanged={reload} />
      <SessionsSection sessions={loaded.sessions} onChanged={reload} />
      <LogSection log={loaded.log} />
      <PersonalDataSection ask={ask} onExported={reload} />
      {dialog}
    </div>
  )
}
