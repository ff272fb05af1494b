import type { MouseEvent, RefObject } from 'react'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { DocumentEditorProps } from 'shared/contract'
import { useBlocker } from 'shared/router'
import { VisuallyHidden } from 'shared/ui'
import { useSmallWindow } from '../ui/use-small-window.ts'
import { Viewer } from '../viewer/Viewer.tsx'
import { AnnotatingLayer } from './annotating/AnnotatingLayer.tsx'
import { useAnnotating } from './annotating/use-annotating.ts'
import styles from './DocumentEditor.module.css'
import { EditorDialogs } from './dialogs/EditorDialogs.tsx'
import { EditorHeader } from './header/EditorHeader.tsx'
import { editorKeys } from './keyboard/editor-keys.ts'
import { useFocusKeeper } from './keyboard/use-focus-keeper.ts'
import { useOverlay } from './keyboard/use-overlay.ts'
import { PageStrip } from './page-strip/PageStrip.tsx'
import { EditorFoot } from './panel/EditorFoot.tsx'
import { EditorPanel } from './panel/EditorPanel.tsx'
import { usePlaceParts } from './places/use-place-parts.ts'
import { PageFields } from './placing/PageFields.tsx'
import { PlacingBar } from './placing/PlacingBar.tsx'
import { LazySendingStrip } from './sending/lazy-sending.ts'
import { EditorToolbar } from './toolbar/EditorToolbar.tsx'
import type { EditorModel } from './use-editor.ts'
import { useEditor } from './use-editor.ts'

const useLeaving = (editor: EditorModel, region: RefObject<HTMLElement | null>, onClose: () => void) => {
  const annotating = useAnnotating(region)
  // A save must not answer the question.
  const [asking, setAsking] = useState(false)
  const blocker = useBlocker(editor.unsaved || annotating.unsaved || asking)
  const isStopped = blocker.stopped !== undefined
  useEffect(() => setAsking(isStopped), [isStopped])
  const close = () => {
    blocker.pass()
    onClose()
  }
  const { template } = editor
  const leaveFields = () => {
    if (editor.unsaved) return editor.dialogs.open({ kind: 'leave' })
    if (template.edit) void template.discard()
    close()
  }
  return {
    annotating,
    onSaved: close,
    leave: () => (annotating.active ? annotating.askToLeave(leaveFields) : leaveFields()),
    /** The annotation editor decides on back and forward. */
    stopped: annotating.unsaved ? blocker.stopped : undefined,
    blocker: annotating.unsaved ? { ...blocker, stopped: undefined } : blocker,
  }
}

/** A sibling of the sending opens in its place, with nothing of this document. */
export default function DocumentEditor(props: DocumentEditorProps) {
  return <OpenDocument key={props.file.id} {...props} />
}

function OpenDocument({ file, onClose, onChanged }: DocumentEditorProps) {
  const editor = useEditor({ file, onChanged })
  const titleId = useId()
  const region = useRef<HTMLDialogElement>(null)
  const overlay = useOverlay(region)
  const small = useSmallWindow()
  const [sheetOpen, setSheetOpen] = useState(false)
  useFocusKeeper(region, editor.fields.all, editor.forms.all)
  const { annotating, leave, onSaved, stopped, blocker } = useLeaving(editor, region, onClose)
  const closeSheet = () => setSheetOpen(false)
  const onKeyDown = editorKeys(editor, small && sheetOpen ? closeSheet : undefined)
  const { cancelled } = editor.cancellation

  return createPortal(
    <dialog
      ref={region}
      open
      className={styles.editor}
      data-boundary="mf_signing"
      aria-modal="true"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={(event) => {
        overlay.onKeyDown(event)
        // Annotations handle their own keys.
        if (!annotating.active) onKeyDown(event)
      }}
    >
      <EditorHeader
        {...{ titleId, file, cancelled, onChanged }}
        editing={editor.editing}
        fields={editor.fields}
        template={editor.template}
        complete={editor.primary.kind === 'download'}
        onLeave={leave}
      >
        {file.sending && !annotating.active && (
          <Suspense fallback={null}>
            <LazySendingStrip {...editor} />
          </Suspense>
        )}
      </EditorHeader>
      {annotating.active ? (
        <AnnotatingLayer file={file} fields={editor.fields} viewer={editor.viewer} {...{ annotating, stopped }} />
      ) : (
        <FieldEditor {...{ editor, small, sheetOpen, setSheetOpen, onClose, onSaved }} onAnnotate={annotating.start} />
      )}
      <div role="status">
        <VisuallyHidden>{editor.announcement}</VisuallyHidden>
      </div>
      <EditorDialogs {...editor} {...{ blocker, onChanged }} onLeave={onClose} onShown={closeSheet} />
    </dialog>,
    document.body,
  )
}

interface FieldEditorProps {
  readonly editor: EditorModel
  readonly small: boolean
  readonly sheetOpen: boolean
  readonly setSheetOpen: (open: boolean) => void
  readonly onClose: () => void
  readonly onSaved: () => void
  readonly onAnnotate: () => void
}

function FieldEditor({ editor, small, sheetOpen, setSheetOpen, onClose, onSaved, onAnnotate }: FieldEditorProps) {
  const panelId = useId()
  const [painted, setPainted] = useState(false)
  const placeParts = usePlaceParts(editor)
  const { mode } = editor.editing
  const deselect = ({ target }: MouseEvent) => {
    if (target instanceof Element && !target.closest('[data-field], button, input')) editor.selection.select(undefined)
  }
  return (
    <>
      <EditorToolbar {...editor} small={small} onAnnotate={onAnnotate} />
      {!small && <PageStrip {...editor} painted={painted} />}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the page is no control; its fields are. */}
      <div className={styles.stage} onClick={deselect}>
        <Viewer
          viewer={editor.viewer}
          fileName={editor.file.original_filename}
          mode="editor"
          editing={mode !== 'reading'}
          overlay={(frame, { placeFields }) => (
            <PageFields {...editor} {...{ frame, placeParts }} placing={placeFields && mode === 'editing'} />
          )}
          onPainted={() => setPainted(true)}
          onClose={onClose}
        />
        <PlacingBar {...editor} />
      </div>
      {small && (
        <EditorFoot {...editor} {...{ panelId, onSaved }} open={sheetOpen} onToggle={() => setSheetOpen(!sheetOpen)} />
      )}
      {(sheetOpen || !small) && (
        <EditorPanel {...editor} {...{ onSaved, placeParts }} id={panelId} onShown={() => setSheetOpen(false)} />
      )}
    </>
  )
}
