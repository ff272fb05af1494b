import { notify } from 'shared/state'
import { StrokeLoader } from 'shared/ui'
import type { AnnotationEditorProps } from '../annotations/AnnotationEditor.tsx'
import { later } from '../viewer/later.ts'
import styles from './Annotating.module.css'
import { editorTexts } from './constants.ts'
import type { Editor } from './use-editor.ts'

/** Comes when somebody annotates: pdf.js's editor is larger than all the rest. */
const annotationEditor = later<AnnotationEditorProps>(
  () => import(/* webpackChunkName: "annotations" */ '../annotations/AnnotationEditor.tsx'),
)

export interface AnnotatingProps {
  readonly editor: Editor
  readonly onLeave: () => void
}

/** The document being annotated, in the place of its fields. */
export function Annotating({ editor, onLeave }: AnnotatingProps) {
  const { file, source, viewer } = editor
  const AnnotationEditor = annotationEditor.use(true, () => {
    notify({ type: 'error', message: editorTexts.annotationsUnavailable })
    onLeave()
  })
  if (!AnnotationEditor || !source) {
    return (
      <div className={styles.loading} aria-busy="true">
        <StrokeLoader text={editorTexts.annotationsLoading} />
      </div>
    )
  }
  const leave = (page: number) => {
    viewer.goTo(page)
    onLeave()
  }
  return (
    <AnnotationEditor
      file={file}
      source={source}
      page={viewer.pageNumber}
      zoom={viewer.view.view.zoom}
      onLeave={leave}
    />
  )
}
