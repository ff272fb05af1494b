import PenLine from 'lucide-react/icons/pen-line'
import Send from 'lucide-react/icons/send'
import { useState } from 'react'
import { Tabs } from 'shared/controls'
import { Alert, Badge, Button, Skeleton } from 'shared/ui'
import { isSigned } from '../fields/field-lifecycle.ts'
import { editorTexts } from './constants.ts'
import styles from './EditorPanel.module.css'
import { FieldsList } from './FieldsList.tsx'
import { SignersList } from './SignersList.tsx'
import type { Editor } from './use-editor.ts'

export interface EditorPanelProps {
  readonly id: string
  readonly editor: Editor
  /** The page shows something new. */
  readonly onShown: () => void
}

type PanelTab = 'signers' | 'fields'

/** Column next to the document; bottom sheet in small windows. */
export function EditorPanel({ id, editor, onShown }: EditorPanelProps) {
  const [tab, setTab] = useState<PanelTab>('signers')
  const tabs = [
    { id: 'signers', label: <TabLabel text={editorTexts.signers} count={editor.signers.length} /> },
    { id: 'fields', label: <TabLabel text={editorTexts.fields} count={editor.fields.length} /> },
  ] as const
  return (
    <aside id={id} className={styles.panel} aria-label={editorTexts.signers}>
      <div className={styles.body}>
        <Tabs className={styles.tabs} label="Firmantes y campos" tabs={tabs} selected={tab} onSelect={setTab}>
          <div className={styles.list}>
            {editor.load.kind === 'loading' && <Skeleton height="4rem" />}
            {editor.load.kind === 'failed' && (
              <Alert
                tone="error"
                live="polite"
                title={editor.load.message}
                actions={<Button onClick={editor.reload}>Reintentar</Button>}
              />
            )}
            {editor.lock && !editor.cancelled && <Alert tone="info">{editor.lock}</Alert>}
            {editor.load.kind === 'ready' && tab === 'signers' && <SignersList editor={editor} onShown={onShown} />}
            {editor.load.kind === 'ready' && tab === 'fields' && <FieldsList editor={editor} onShown={onShown} />}
          </div>
        </Tabs>
      </div>
      {editor.load.kind === 'ready' && !editor.cancelled && <PanelActions editor={editor} />}
    </aside>
  )
}

function TabLabel({ text, count }: { text: string; count: number }) {
  return (
    <>
      {text} <Badge>{count}</Badge>
    </>
  )
}

export function PanelActions({ editor }: { editor: Editor }) {
  const own = editor.fields.filter(({ type }) => type === 'primary')
  const signedByOwner = own.length > 0 && own.every(isSigned)
  return (
    <footer className={styles.actions}>
      <Button
        variant={editor.mode === 'reading' && editor.guests.length > 0 ? 'primary' : 'secondary'}
        icon={<Send />}
        onClick={() => editor.setDialog({ kind: 'invite' })}
      >
        {editorTexts.invite}
      </Button>
      {!signedByOwner && (
        <Button icon={<PenLine />} onClick={() => editor.startSigning()}>
          {editorTexts.sign}
        </Button>
      )}
    </footer>
  )
}
