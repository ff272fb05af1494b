import { useEffect, useRef } from 'react'
import type { UserFile } from 'shared/contract'
import { Button, EmptyState, StrokeLoader } from 'shared/ui'
import type { DocumentSource } from '../viewer/use-document.ts'
import styles from './AnnotationEditor.module.css'
import type { AnnotationComponent } from './adapter/annotation-component.ts'
import { AltTextDialog } from './alt-text/AltTextDialog.tsx'
import { Options } from './Options.tsx'
import { PagesAndZoom } from './PagesAndZoom.tsx'
import { useStore } from './store.ts'
import { annotationTexts as texts } from './texts.ts'
import { AnnotationToolbar } from './toolbar/AnnotationToolbar.tsx'
import { UndoBar } from './undo-bar/UndoBar.tsx'
import { useAnnotations } from './use-annotations.ts'
import { useAreaGestures } from './use-area-gestures.ts'
import { useFieldsHoldKeys, useHeldKeys } from './use-held-keys.ts'
import type { AnnotationParts } from './use-parts.ts'
import { useParts } from './use-parts.ts'

export interface AnnotationEditorProps {
  readonly file: UserFile
  readonly source: DocumentSource
  /** Where the document opens. */
  readonly page: number
  readonly zoom: number
  /** Back to the fields, on the page that was on show. */
  readonly onLeave: (page: number) => void
}

/** A document being annotated, in the place of its fields. */
export default function AnnotationEditor({ file, source, page, zoom, onLeave }: AnnotationEditorProps) {
  const parts = useParts()
  const host = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLElement>(null)
  const session = useAnnotations({ host, source, page, zoom, managers: parts.managers })
  const component = session.kind === 'open' ? session.component : undefined
  useFieldsHoldKeys(place, component)
  useEffect(() => place.current?.focus(), [])
  return (
    <section
      ref={place}
      tabIndex={-1}
      className={styles.editor}
      aria-label={texts.editor}
      aria-busy={session.kind === 'opening'}
    >
      <div className={styles.bar}>
        {component ? <Tools component={component} /> : <div className={styles.tools} />}
        <div className={styles.ends}>
          <Button onClick={() => onLeave(component?.state().page ?? page)}>{texts.finish}</Button>
        </div>
      </div>
      <div className={styles.stage}>
        <div ref={host} className={styles.host} data-annotations={file.id} />
        {session.kind === 'opening' && (
          <div className={styles.centre}>
            <StrokeLoader text={texts.opening} />
          </div>
        )}
        {session.kind === 'failed' && <Failed onRetry={session.retry} />}
        {component && <OnStage component={component} parts={parts} />}
      </div>
    </section>
  )
}

function Tools({ component }: { component: AnnotationComponent }) {
  const state = useStore({ get: component.state, subscribe: component.subscribe })
  return (
    <>
      <div className={styles.tools}>
        <AnnotationToolbar component={component} state={state} />
      </div>
      <Options component={component} state={state} slots={{}} />
    </>
  )
}

/** What floats over the document. */
function OnStage({ component, parts }: { component: AnnotationComponent; parts: AnnotationParts }) {
  const state = useStore({ get: component.state, subscribe: component.subscribe })
  const request = useStore(parts.altText.request)
  useAreaGestures(component)
  useHeldKeys(component, request !== undefined)
  return (
    <>
      {state.mode === 'none' && state.isEmpty && (
        <p className={styles.hint} role="status">
          {texts.choose}
        </p>
      )}
      <UndoBar model={parts.undoBar} component={component} />
      <PagesAndZoom component={component} state={state} />
      {request && <AltTextDialog key={request.editor.id} model={parts.altText} request={request} />}
    </>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.centre} role="alert">
      <EmptyState
        title={texts.openFailed}
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
