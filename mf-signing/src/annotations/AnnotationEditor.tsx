import { useEffect, useRef } from 'react'
import type { UserFile } from 'shared/contract'
import { Button, EmptyState, StrokeLoader } from 'shared/ui'
import type { PlacedField } from '../fields/field-lifecycle.ts'
import { useSmallWindow } from '../ui/use-small-window.ts'
import styles from './AnnotationEditor.module.css'
import type { AnnotationComponent } from './adapter/annotation-component.ts'
import { AltTextDialog } from './alt-text/AltTextDialog.tsx'
import { CommentsPanel } from './comments/CommentsPanel.tsx'
import { FieldMarks } from './FieldMarks.tsx'
import { ModeOptions } from './ModeOptions.tsx'
import { PagesAndZoom } from './PagesAndZoom.tsx'
import { SaveTools } from './saving/SaveTools.tsx'
import { SavingDialogs } from './saving/SavingDialogs.tsx'
import { SavingNotice } from './saving/SavingNotice.tsx'
import { savingTexts } from './saving/texts.ts'
import type { EditingModel } from './saving/use-editing.ts'
import { useEditing } from './saving/use-editing.ts'
import type { LeaveRequest } from './saving/use-leaving.ts'
import { useLeaveGuard } from './saving/use-leaving.ts'
import { SavedSignatureDialog } from './signatures/SavedSignatureDialog.tsx'
import { SignatureChoice } from './signatures/SignatureChoice.tsx'
import { useStore } from './store.ts'
import { annotationTexts as texts } from './texts.ts'
import { AnnotationToolbar } from './toolbar/AnnotationToolbar.tsx'
import { UndoBar } from './undo-bar/UndoBar.tsx'
import { useAreaGestures } from './use-area-gestures.ts'
import { useFieldsHoldKeys, useHeldKeys } from './use-held-keys.ts'
import type { AnnotationParts } from './use-parts.ts'
import { useParts } from './use-parts.ts'

export interface AnnotationEditorProps {
  readonly file: UserFile
  readonly fields: readonly PlacedField[]
  readonly page: number
  readonly zoom: number
  readonly leaving: LeaveRequest | undefined
  readonly onUnsaved: (unsaved: boolean) => void
  /** `stored`: a newer revision than the fields show exists. */
  readonly onLeave: (page: number, stored: boolean) => void
}

export default function AnnotationEditor(props: AnnotationEditorProps) {
  const { file, fields, page, zoom, leaving, onUnsaved, onLeave } = props
  const parts = useParts()
  const host = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLElement>(null)
  const editing = useEditing({ file, host, managers: parts.managers, page, zoom })
  const { component, saving } = editing
  const guard = useLeaveGuard(component, leaving)
  const finish = () => onLeave(component?.state().page ?? page, editing.stored)
  useFieldsHoldKeys(place, component)
  useHeldKeys(component, saving.kind === 'saving' || saving.kind === 'outdated' || guard.asked !== undefined)
  useEffect(() => place.current?.focus(), [])
  const tools = { editing, onFinish: () => guard.leave({ proceed: finish, stay: () => undefined }) }
  return (
    <section
      ref={place}
      tabIndex={-1}
      className={styles.editor}
      aria-label={texts.editor}
      aria-busy={isOpening(editing) || saving.kind === 'saving'}
    >
      {component ? (
        <OpenBar {...tools} parts={parts} component={component} onUnsaved={onUnsaved} />
      ) : (
        <div className={styles.bar}>
          <div className={styles.tools} />
          <div className={styles.ends}>
            <Button onClick={finish}>{texts.finish}</Button>
          </div>
        </div>
      )}
      <div className={styles.stage}>
        <div ref={host} className={styles.host} data-annotations={file.id} inert={saving.kind === 'saving'} />
        <NotOpen editing={editing} onBack={finish} />
        {component && <FieldMarks component={component} fields={fields} />}
        {component && <OnStage component={component} parts={parts} editing={editing} />}
      </div>
      <SavingDialogs file={file} editing={editing} guard={guard} />
    </section>
  )
}

const isOpening = ({ base, session }: EditingModel): boolean =>
  base.kind === 'loading' || (base.kind === 'ready' && session.kind === 'opening')

function NotOpen({ editing, onBack }: { editing: EditingModel; onBack: () => void }) {
  const { base, session } = editing
  if (base.kind === 'locked') {
    return (
      <div className={styles.centre} role="alert">
        <EmptyState
          title={savingTexts.locked}
          text={base.reason}
          art={null}
          action={<Button onClick={onBack}>{savingTexts.back}</Button>}
        />
      </div>
    )
  }
  if (base.kind === 'failed') return <Failed title={base.message} onRetry={() => void editing.retryBase()} />
  if (base.kind === 'ready' && session.kind === 'failed')
    return <Failed title={session.message} onRetry={session.retry} />
  if (!isOpening(editing)) return null
  return (
    <div className={styles.centre}>
      <StrokeLoader text={texts.opening} />
    </div>
  )
}

interface OpenBarProps {
  readonly parts: AnnotationParts
  readonly component: AnnotationComponent
  readonly editing: EditingModel
  readonly onFinish: () => void
  readonly onUnsaved: (unsaved: boolean) => void
}

function OpenBar({ parts, component, editing, onFinish, onUnsaved }: OpenBarProps) {
  const state = useStore({ get: component.state, subscribe: component.subscribe })
  const small = useSmallWindow()
  const { modified } = state
  useEffect(() => {
    onUnsaved(modified)
    return () => onUnsaved(false)
  }, [modified, onUnsaved])
  return (
    <div className={styles.bar}>
      <div className={styles.tools} inert={editing.saving.kind === 'saving'}>
        <AnnotationToolbar component={component} state={state} locked={editing.readOnlyReason !== undefined} />
      </div>
      <ModeOptions
        component={component}
        state={state}
        slots={{ signature: <SignatureChoice component={component} model={parts.signatures} /> }}
      />
      <div className={styles.ends}>
        <SaveTools editing={editing} state={state} small={small} onFinish={onFinish} />
      </div>
    </div>
  )
}

interface OnStageProps {
  readonly component: AnnotationComponent
  readonly parts: AnnotationParts
  readonly editing: EditingModel
}

function OnStage({ component, parts, editing }: OnStageProps) {
  const state = useStore({ get: component.state, subscribe: component.subscribe })
  const request = useStore(parts.altText.request)
  useAreaGestures(component)
  const signing = useStore(parts.signatures.request)
  const comments = useStore(parts.comments.state)
  useHeldKeys(
    component,
    [request, signing, comments.request].some((asked) => asked !== undefined),
  )
  return (
    <>
      {state.mode === 'none' && state.isEmpty && editing.readOnlyReason === undefined && (
        <p className={styles.hint} role="status">
          {texts.choose}
        </p>
      )}
      <SavingNotice editing={editing} state={state} />
      <CommentsPanel component={component} model={parts.comments} />
      <UndoBar model={parts.undoBar} component={component} />
      <PagesAndZoom component={component} state={state} />
      {signing && <SavedSignatureDialog key={signing.editor.id} model={parts.signatures} request={signing} />}
      {request && <AltTextDialog key={request.editor.id} model={parts.altText} request={request} />}
    </>
  )
}

function Failed({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <div className={styles.centre} role="alert">
      <EmptyState
        title={title}
        art={null}
        action={
          <Button variant="primary" onClick={onRetry}>
            {texts.retry}
          </Button>
        }
      />
    </div>
  )
}
