import PenLine from 'lucide-react/icons/pen-line'
import Send from 'lucide-react/icons/send'
import { useState } from 'react'
import { RetryAlert, Tabs } from 'shared/controls'
import { Alert, Badge, Button, Skeleton } from 'shared/ui'
import { isSigned } from '../../fields/field-lifecycle.ts'
import { editorTexts } from '../constants.ts'
import type { PlaceParts } from '../places/use-place-parts.ts'
import { SaveTemplateButton } from '../template-edit/SaveTemplateButton.tsx'
import type { EditorModel } from '../use-editor.ts'
import styles from './EditorPanel.module.css'
import { FieldsList } from './FieldsList.tsx'
import { PrimaryButton, type PrimaryButtonProps, waitingWords } from './PrimaryButton.tsx'
import { SignersList, type SignersListProps } from './SignersList.tsx'

export interface EditorPanelProps
  extends SignersListProps,
    PrimaryButtonProps,
    Pick<EditorModel, 'template' | 'places' | 'announce'> {
  readonly id: string
  readonly onSaved: () => void
  readonly placeParts: PlaceParts | undefined
}

type PanelTab = 'signers' | 'fields'

export function EditorPanel({ id, onSaved, placeParts, ...models }: EditorPanelProps) {
  const { fields, signers, cancellation, template, primary } = models
  const isOver =
    cancellation.cancelled !== null || models.file.deadline?.expired === true || primary.kind === 'download'
  const [tab, setTab] = useState<PanelTab>('signers')
  const tabs = [
    { id: 'signers', label: <TabLabel text={editorTexts.signers} count={signers.list.length} /> },
    { id: 'fields', label: <TabLabel text={editorTexts.fields} count={fields.all.length + models.forms.all.length} /> },
  ] as const
  return (
    <aside id={id} className={styles.panel} aria-label={editorTexts.signers}>
      <div className={styles.body}>
        <Tabs className={styles.tabs} label="Firmantes y campos" tabs={tabs} selected={tab} onSelect={setTab}>
          <div className={styles.list}>
            {fields.load.kind === 'loading' && <Skeleton height="4rem" />}
            {fields.load.kind === 'failed' && (
              <RetryAlert live="polite" title={fields.load.message} onRetry={fields.reload} />
            )}
            {fields.readOnlyReason && !cancellation.cancelled && <Alert tone="info">{fields.readOnlyReason}</Alert>}
            {placeParts && <placeParts.PlacesSection {...models} />}
            {fields.load.kind === 'ready' && tab === 'signers' && <SignersList {...models} />}
            {fields.load.kind === 'ready' && tab === 'fields' && <FieldsList {...models} />}
          </div>
        </Tabs>
      </div>
      {/* A complete document is downloaded, with its certificate, from the header. */}
      {fields.load.kind === 'ready' && !isOver && (
        <footer className={styles.actions}>
          {template.edit ? <SaveTemplateButton {...{ template, onSaved }} /> : <PanelActions {...models} />}
        </footer>
      )}
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

function PanelActions(models: PrimaryButtonProps & Pick<EditorModel, 'participants'>) {
  const { primary, fields, participants, inviting, startSigning } = models
  const own = fields.all.filter(({ type }) => type === 'primary')
  const signedByOwner = own.length > 0 && own.every(isSigned)
  const invites = primary.kind === 'invite'
  const others = fields.all.some(({ type }) => type === 'signature') || participants.list.length > 0
  const waiting = waitingWords(primary)
  return (
    <>
      {waiting && <p className={styles.waiting}>{waiting}</p>}
      {primary.kind !== 'add-signer' && <PrimaryButton {...models} />}
      {!invites && others && (
        <Button icon={<Send />} onClick={inviting.begin}>
          {editorTexts.invite}
        </Button>
      )}
      {!signedByOwner && primary.kind !== 'sign' && (
        <Button icon={<PenLine />} onClick={() => startSigning()}>
          {editorTexts.sign}
        </Button>
      )}
    </>
  )
}
