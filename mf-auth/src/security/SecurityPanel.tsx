import { securityApi } from '../api/security-api.ts'
import { failureTexts } from '../forms/failure-texts.ts'
import { useIdentity } from '../identity/use-identity.tsx'
import { PersonalDataSection } from '../personal-data/PersonalDataSection.tsx'
import { NotLoaded } from '../sections/NotLoaded.tsx'
import { useLoaded } from '../sections/use-loaded.ts'
import { AccessSection } from './AccessSection.tsx'
import { FactorsSection } from './FactorsSection.tsx'
import { LogSection } from './LogSection.tsx'
import styles from './Security.module.css'
import { SessionsSection } from './SessionsSection.tsx'

const readSecurity = async () => {
  const [state, factors, sessions, log] = await Promise.all([
    securityApi.state(),
    securityApi.factors(),
    securityApi.sessions(),
    securityApi.log(),
  ])
  return { state, factors, sessions, log }
}

export function SecurityPanel() {
  const { loaded, reload } = useLoaded(readSecurity, failureTexts.securityPanel)
  const { ask, dialog } = useIdentity(loaded.kind === 'ready' ? loaded.value.factors : undefined)
  if (loaded.kind !== 'ready') return <NotLoaded state={loaded} loadingText="Cargando seguridad…" onRetry={reload} />
  const { state, factors, sessions, log } = loaded.value
  return (
    <div className={styles.panel}>
      <AccessSection state={state} ask={ask} onChanged={reload} />
      <FactorsSection factors={factors} ask={ask} onChanged={reload} />
      <SessionsSection sessions={sessions} onChanged={reload} />
      <LogSection log={log} />
      <PersonalDataSection ask={ask} onExported={reload} />
      {dialog}
    </div>
  )
}
