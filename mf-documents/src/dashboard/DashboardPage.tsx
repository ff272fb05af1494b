import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import { Tabs } from 'shared/controls'
import { RemoteMount } from 'shared/remote'
import { displayName, useSession } from 'shared/state'
import { PageTitle, VisuallyHidden } from 'shared/ui'
import type { DocumentsState } from '../documents/documents-state.ts'
import { useDocuments } from '../documents/use-documents.ts'
import { useDocumentEvents } from '../events/use-document-events.ts'
import { LazyInbox } from '../inbox/LazyInbox.tsx'
import { DocumentList } from '../list/DocumentList.tsx'
import { useDocumentsView } from '../list/use-documents-view.ts'
import { LazyTemplatesTab } from '../templates/LazyTemplatesTab.tsx'
import { LazyUploadTab } from '../upload/LazyUploadTab.tsx'
import styles from './DashboardPage.module.css'
import { QuickUpload } from './drop/QuickUpload.tsx'
import { SelectedDocument } from './SelectedDocument.tsx'
import { dashboardTabs } from './tabs.ts'
import { useDashboardAddress } from './use-dashboard-address.ts'
import { useSelectedDocument } from './use-selected-document.ts'

/** Stays mounted: screen readers announce only changes of a region. */
function ListStatus({ state, shown }: { readonly state: DocumentsState; readonly shown: boolean }) {
  const text = state.shown.kind === 'loading' ? 'Cargando documentos…' : state.announcement
  return <VisuallyHidden role="status">{shown && text}</VisuallyHidden>
}

export function DashboardPage() {
  const session = useSession()
  if (session.kind !== 'authenticated') return null
  // Another user starts with fresh state.
  return <Dashboard key={session.user.id} name={displayName(session.user)} />
}

/** Files of the list wait here until the upload's part of the page has loaded. */
const useBroughtUpload = (showUpload: () => void) => {
  const [brought, setBrought] = useState<readonly File[]>([])
  return {
    brought,
    onBrought: () => setBrought([]),
    bring: (files: readonly File[]) => {
      setBrought(files)
      showUpload()
    },
  }
}

function Dashboard({ name }: { readonly name: string }) {
  const { tab, query, selected, showTab, showUploaded, showCreated, filter, select, unselect } = useDashboardAddress()
  const documents = useDocuments(query)
  useDocumentEvents(documents)
  const selection = useSelectedDocument(selected, documents)
  const [view, setView] = useDocumentsView()
  const keepUploaded = (file: UserFile) => {
    documents.found(file)
    documents.refresh()
    showUploaded(file.id)
  }

  const keepApart = () => {
    documents.refresh()
    showTab('documentos')
  }
  const { bring, ...upload } = useBroughtUpload(() => showTab('subir'))

  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageTitle>{`Hola, ${name}`}</PageTitle>
        <QuickUpload enabled={tab === 'documentos' && selection.kind === 'none'} onFiles={bring} />
      </div>
      <Tabs className={styles.tabs} label="Documentos" tabs={dashboardTabs} selected={tab} onSelect={showTab}>
        <ListStatus state={documents.state} shown={query !== undefined} />
        {tab === 'documentos' && <LazyInbox count={documents.state.counts?.inbox} />}
        {query && (
          <DocumentList
            key={tab}
            model={documents}
            signed={query.signed}
            filters={query}
            view={view}
            onView={setView}
            onFilter={filter}
            onOpen={({ id }) => select(id)}
            onUpload={() => showTab('subir')}
          />
        )}
        <LazyUploadTab shown={tab === 'subir'} onStored={keepUploaded} onApart={keepApart} {...upload} />
        {tab === 'urls' && <RemoteMount remote="mf_signing" slot="url-generator" props={{}} />}
        {tab === 'plantillas' && (
          <LazyTemplatesTab
            selected={selected}
            onOpen={showCreated}
            onEditFields={select}
            onDocuments={() => showTab('documentos')}
          />
        )}
      </Tabs>
      <SelectedDocument selection={selection} onClose={unselect} onChanged={documents.refresh} />
    </div>
  )
}
