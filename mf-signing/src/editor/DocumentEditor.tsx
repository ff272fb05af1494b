import type { MouseEvent } from 'react'
import { useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { DocumentEditorProps } from 'shared/contract'
import { useBlocker } from 'shared/router'
import { VisuallyHidden } from 'shared/ui'
import { Viewer } from '../viewer/Viewer.tsx'
import { Annotating } from './Annotating.tsx'
import styles from './DocumentEditor.module.css'
import { EditorDialogs } from './EditorDialogs.tsx'
import { EditorFoot } from './EditorFoot.tsx'
import { EditorHeader } from './EditorHeader.tsx'
import { EditorPanel } from './EditorPanel.tsx'
import { EditorToolbar } from './EditorToolbar.tsx'
import { editorKeys } from './editor-keys.ts'
import { PageFields } from './PageFields.tsx'
import { useAnnotating } from './use-annotating.ts'
import { useEditor } from './use-editor.ts'
import { useFocusKeeper } from './use-focus-keeper.ts'
import { useOverlay } from './use-overlay.ts'
import { useSmallWindow } from './use-small-window.ts'

/** The owner's full-window editor. */
export default function DocumentEditor({ file, onClose, onChanged }: DocumentEditorProps) {
  const editor = useEditor({ file, onChanged })
  const id = useId()
  const region = useRef<HTMLDialogElement>(null)
  const overlay = useOverlay(region)
  const small = useSmallWindow()
  const [sheetOpen, setSheetOpen] = useState(false)
  useFocusKeeper(region, editor.fields)
  const annotating = useAnnotating(region)
  const blocker = useBlocker(editor.unsaved || annotating.unsaved)
  const closeSheet = () => setSheetOpen(false)
  const close = () => {
    blocker.pass()
    onClose()
  }
  const leaveFields = () => (editor.unsaved ? editor.setDialog({ kind: 'leave' }) : close())
  const leave = () => (annotating.active ? annotating.askToLeave(leaveFields) : leaveFields())
  const onKeyDown = editorKeys(editor, small && sheetOpen ? closeSheet : undefined)
  /** A click outside fields clears the selection. */
  const deselect = ({ target }: MouseEvent) => {
    if (target instanceof Element && !target.closest('[data-field], button, input')) editor.selection.select(undefined)
  }

  return createPortal(
    <dialog
      ref={region}
      open
      className={styles.editor}
      data-boundary="mf_signing"
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      onKeyDown={(event) => {
        overlay.onKeyDown(event)
        // Annotations handle their own keys.
        if (!annotating.active) onKeyDown(event)
      }}
    >
      <EditorHeader
        titleId={`${id}-title`}
        file={file}
        cancelled={editor.cancelled}
        onLeave={leave}
        onChanged={onChanged}
      />
      {annotating.active ? (
        <Annotating
          editor={editor}
          annotating={annotating}
          stopped={annotating.unsaved ? blocker.stopped : undefined}
        />
      ) : (
        <>
          <EditorToolbar editor={editor} small={small} onAnnotate={annotating.start} />
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same. */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the page is no control; its fields are. */}
          <div className={styles.stage} onClick={deselect}>
            <Viewer
              viewer={editor.viewer}
              fileName={file.original_filename}
              mode="editor"
              editing={editor.mode !== 'reading'}
              overlay={(frame, rules) => (
                <PageFields editor={editor} frame={frame} placing={rules.placeFields && editor.mode === 'editing'} />
              )}
              onClose={onClose}
            />
          </div>
          {small && (
            <EditorFoot
              editor={editor}
              panelId={`${id}-panel`}
              open={sheetOpen}
              onToggle={() => setSheetOpen(!sheetOpen)}
            />
          )}
          {(sheetOpen || !small) && <EditorPanel id={`${id}-panel`} editor={editor} onShown={closeSheet} />}
        </>
      )}
      <div role="status">
        <VisuallyHidden>{editor.announcement}</VisuallyHidden>
      </div>
      <EditorDialogs
        editor={editor}
        blocker={annotating.unsaved ? { ...blocker, stopped: undefined } : blocker}
        onClose={onClose}
        onChanged={onChanged}
      />
    </dialog>,
    document.body,
  )
}
