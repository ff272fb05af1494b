import { Suspense, useEffect, useRef, useState } from 'react'
import { Tabs } from 'shared/controls'
import { lazyPart } from 'shared/remote'
import { useSearchParams } from 'shared/router'
import { useSession } from 'shared/state'
import { Button, PageTitle, StrokeLoader, Surface } from 'shared/ui'
import { AddressSection } from '../addresses/AddressSection.tsx'
import { SecurityPanel } from '../security/SecurityPanel.tsx'
import { ProfileFacts } from './ProfileFacts.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import styles from './ProfilePage.module.css'

const ProgramsPanel = lazyPart(() => import(/* webpackChunkName: "programs" */ '../api-clients/ProgramsPanel.tsx'))

const ContactsPanel = lazyPart(() => import(/* webpackChunkName: "contacts" */ '../contacts/ContactsPanel.tsx'))

const tabs = [
  { id: 'data', label: 'Datos' },
  { id: 'security', label: 'Seguridad' },
  { id: 'programs', label: 'Programas' },
  { id: 'contacts', label: 'Contactos' },
] as const
type TabId = (typeof tabs)[number]['id']

const useTab = (): [TabId, (tab: TabId) => void] => {
  const [params, setParams] = useSearchParams()
  const tab = tabs.find(({ id }) => id === params.get('tab'))?.id ?? 'data'
  return [tab, (next) => setParams(next === 'data' ? {} : { tab: next }, { replace: true })]
}

export default function ProfilePage() {
  const session = useSession()
  const [tab, setTab] = useTab()
  const [editing, setEditing] = useState(false)
  const wasEditing = useRef(false)
  const edit = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (wasEditing.current && !editing) edit.current?.focus()
    wasEditing.current = editing
  }, [editing])

  if (session.kind !== 'authenticated') return <StrokeLoader text="Cargando perfil..." />
  return (
    <div className={styles.page}>
      <PageTitle
        actions={
          !editing &&
          tab === 'data' && (
            <Button ref={edit} onClick={() => setEditing(true)}>
              Editar
            </Button>
          )
        }
      >
        Mi Perfil
      </PageTitle>
      <Tabs tabs={tabs} selected={tab} onSelect={setTab} label="Mi Perfil" className={styles.tabs}>
        {tab === 'security' && <SecurityPanel />}
        {tab === 'programs' && (
          <Suspense fallback={<StrokeLoader text="Cargando programas…" />}>
            <ProgramsPanel />
          </Suspense>
        )}
        {tab === 'contacts' && (
          <Suspense fallback={<StrokeLoader text="Cargando contactos…" />}>
            <ContactsPanel />
          </Suspense>
        )}
        {tab === 'data' && (
          <>
            <Surface as="section" padding="lg">
              {editing ? (
                <ProfileForm user={session.user} onClose={() => setEditing(false)} />
              ) : (
                <ProfileFacts user={session.user} />
              )}
            </Surface>
            <AddressSection main={session.user.email} />
          </>
        )}
      </Tabs>
    </div>
  )
}
