import { useEffect, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { href } from 'shared/contract'
import { Tabs } from 'shared/controls'
import { filesApi, messageOf } from 'shared/http'
import { runAlone } from 'shared/standalone'
import { notify, useSession } from 'shared/state'
import { Button, PageTitle } from 'shared/ui'
import app from './app.tsx'

const { 'document-editor': DocumentEditor, 'url-generator': UrlGenerator } = app.slots
const tabs = [
  { id: 'files', label: 'document-editor' },
  { id: 'urls', label: 'url-generator' },
] as const

function Files() {
  const [files, setFiles] = useState<readonly UserFile[]>([])
  const [open, setOpen] = useState<UserFile>()
  useEffect(() => {
    filesApi.list().then(setFiles, (error: unknown) => notify({ type: 'error', message: messageOf(error) }))
  }, [])
  return (
    <ul>
      {files.map((file) => (
        <li key={file.id}>
          <Button variant="ghost" onClick={() => setOpen(file)}>
            {file.original_filename}
          </Button>
        </li>
      ))}
      {open && <DocumentEditor file={open} onClose={() => setOpen(undefined)} onChanged={() => undefined} />}
    </ul>
  )
}

function Slots() {
  const session = useSession()
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('files')
  if (session.kind !== 'authenticated') return null
  return (
    <main style={{ display: 'grid', gap: '1.5rem', maxInlineSize: '60rem', margin: 'auto', padding: '2rem 1rem' }}>
      <PageTitle>mf-signing</PageTitle>
      <Tabs label="Pantallas" tabs={tabs} selected={tab} onSelect={setTab}>
        {tab === 'files' ? <Files /> : <UrlGenerator />}
      </Tabs>
    </main>
  )
}

runAlone({ routes: [...app.routes, { path: href.home(), Component: Slots }], start: href.home(), demo: true })
