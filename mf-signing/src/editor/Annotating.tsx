import { notify } from 'shared/state'
import { StrokeLoader } from 'shared/ui'
import type { AnnotationEditorProps } from '../annotations/AnnotationEditor.tsx'
import type { Leaving } from '../annotations/saving/use-leaving.ts'
import { later } from '../viewer/later.ts'
import styles from './Annotating.module.css'
import { editorTexts } from './constants.ts'
import type { AnnotatingModel } from './use-annotating.ts'
import type { Editor } from './use-editor.ts'

/** Loads on demand: pdf.js's editor is the largest part. */
const annotationEditor = later<AnnotationEditorProps>(
  () => import(/* webpackChunkName: "annotations" */ '../annotations/AnnotationEditor.tsx'),
)

export interface AnnotatingProps {
  readonly editor: Editor
  readonly annotating: AnnotatingModel
  /** Back or forward navigation was blocked. */
  readonly stopped: Leaving | undefined
}

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
