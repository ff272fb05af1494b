import { RemoteMount } from 'shared/remote'
import { displayName, useSession } from 'shared/state'
import { PageTitle, Tabs } from 'shared/ui'
import { DocumentList } from '../list/DocumentList.tsx'
import { useFiles } from '../list/use-files.ts'
import { UploadPanel } from '../upload/UploadPanel.tsx'
import { useUpload } from '../upload/use-upload.ts'
import styles from './DashboardPage.module.css'
import { tabs } from './tabs.ts'
import { useDashboardAddress } from './use-dashboard-address.ts'

/** `/dashboard` */
export function DashboardPage() {
  const session = useSession()
  return session.kind === 'authenticated' ? <Dashboard name={displayName(session.user)} /> : null
}

function Dashboard({ name }: { readonly name: string }) {
  const { tab, selectedId, showTab, select, unselect } = useDashboardAddress()
  const files = useFiles()
  const upload = useUpload(() => {
    files.refresh()
    // An open editor is not taken from under anyone's hands.
    if (selectedId === undefined) showTab('documentos')
  })
  const selected = files.state.kind === 'ready' ? files.state.files.find(({ id }) => id === selectedId) : undefined

  return (
    <div className={styles.page}>
      <PageTitle lead="Tus documentos y las firmas que esperan.">{`Hola, ${name}`}</PageTitle>
      <Tabs className={styles.tabs} label="Documentos" tabs={tabs} selected={tab} onSelect={showTab}>
        {(tab === 'documentos' || tab === 'firmados') && (
          <DocumentList
            key={tab}
            files={files}
            signed={tab === 'firmados'}
            onOpen={({ id }) => select(id)}
            onUpload={() => showTab('subir')}
          />
        )}
        {tab === 'subir' && <UploadPanel upload={upload} />}
        {tab === 'urls' && <RemoteMount remote="mf_signing" slot="url-generator" props={{}} />}
      </Tabs>
      {selected && (
        <div className={styles.editor}>
          <RemoteMount
            remote="mf_signing"
            slot="document-editor"
            props={{ file: selected, onClose: unselect, onChanged: files.refresh }}
          />
        </div>
      )}
    </div>
  )
}
