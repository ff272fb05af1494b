import { notify } from 'shared/state'
import { StrokeLoader } from 'shared/ui'
import type { AnnotationEditorProps } from '../annotations/AnnotationEditor.tsx'
import type { Leaving } from '../annotations/saving/use-leaving.ts'
import { later } from '../viewer/later.ts'
import styles from './Annotating.module.css'
import { editorTexts } from './constants.ts'
import type { AnnotatingModel } from './use-annotating.ts'
import type { Editor } from './use-editor.ts'

/** Comes when somebody annotates: pdf.js's editor is larger than all the rest. */
const annotationEditor = later<AnnotationEditorProps>(
  () => import(/* webpackChunkName: "annotations" */ '../annotations/AnnotationEditor.tsx'),
)

export interface AnnotatingProps {
  readonly editor: Editor
  readonly annotating: AnnotatingModel
  /** Back or forward in the history was stopped. */
  readonly stopped: Leaving | undefined
}

/** The document being annotated, in the place of its fields. */
export function Annotating({ editor, annotating, stopped }: AnnotatingProps) {
  const { file, viewer } = editor
  const AnnotationEditor = annotationEditor.use(true, () => {
    notify({ type: 'error', message: editorTexts.annotationsUnavailable })
    annotating.end()
  })
  if (!AnnotationEditor) {
    return (
      <div className={styles.loading} aria-busy="true">
        <StrokeLoader text={editorTexts.annotationsLoading} />
      </div>
    )
  }
  const leave = (page: number, stored: boolean) => {
    viewer.goTo(page)
    if (stored) viewer.reload()
    annotating.end()
  }
  return (
    <AnnotationEditor
      file={file}
      fields={editor.fields}
      page={viewer.pageNumber}
      zoom={viewer.view.view.zoom}
      leaving={stopped ?? annotating.leaving}
      onUnsaved={annotating.setUnsaved}
      onLeave={leave}
    />
  )
}
