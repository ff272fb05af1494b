import { Tabs } from 'shared/controls'
import { RemoteMount } from 'shared/remote'
import { displayName, useSession } from 'shared/state'
import { PageTitle } from 'shared/ui'
import { DocumentList } from '../list/DocumentList.tsx'
import { useFiles } from '../list/use-files.ts'
import { useLiveUpdates } from '../list/use-live-updates.ts'
import { UploadPanel } from '../upload/UploadPanel.tsx'
import { useUpload } from '../upload/use-upload.ts'
import styles from './DashboardPage.module.css'
import { SelectedDocument } from './SelectedDocument.tsx'
import { tabs } from './tabs.ts'
import { useDashboardAddress } from './use-dashboard-address.ts'
import { useSelectedFile } from './use-selected-file.ts'

export function DashboardPage() {
  const session = useSession()
  if (session.kind !== 'authenticated') return null
  // Another user starts with fresh state.
  return <Dashboard key={session.user.id} name={displayName(session.user)} />
}

function Dashboard({ name }: { readonly name: string }) {
  const { tab, query, selected, showTab, filter, select, unselect } = useDashboardAddress()
  const files = useFiles(query)
  useLiveUpdates(files)
  const selection = useSelectedFile(selected, files)
  const upload = useUpload(() => {
    files.refresh()
    // Keeps an open editor open.
    if (selected === undefined) showTab('documentos')
  })

  return (
    <div className={styles.page}>
      <PageTitle lead="Tus documentos y las firmas que esperan.">{`Hola, ${name}`}</PageTitle>
      <Tabs className={styles.tabs} label="Documentos" tabs={tabs} selected={tab} onSelect={showTab}>
        {query && (
          <DocumentList
            key={tab}
            files={files}
            signed={query.signed}
            filters={query}
            onFilter={filter}
            onOpen={({ id }) => select(id)}
            onUpload={() => showTab('subir')}
          />
        )}
        {tab === 'subir' && <UploadPanel upload={upload} />}
        {tab === 'urls' && <RemoteMount remote="mf_signing" slot="url-generator" props={{}} />}
      </Tabs>
      <SelectedDocument selection={selection} onClose={unselect} onChanged={files.refresh} />
    </div>
  )
}
