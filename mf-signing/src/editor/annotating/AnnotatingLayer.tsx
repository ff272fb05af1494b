import { failureText } from 'shared/http'
import { notify } from 'shared/state'
import { StrokeLoader } from 'shared/ui'
import type { AnnotationEditorProps } from '../../annotations/AnnotationEditor.tsx'
import type { LeaveRequest } from '../../annotations/saving/use-leaving.ts'
import { deferComponent } from '../../viewer/deferred.ts'
import { editorTexts } from '../constants.ts'
import type { EditorModel } from '../use-editor.ts'
import styles from './AnnotatingLayer.module.css'
import type { AnnotatingModel } from './use-annotating.ts'

/** Deferred: pdf.js's editor is the largest part. */
const annotationEditor = deferComponent<AnnotationEditorProps>(
  () => import(/* webpackChunkName: "annotations" */ '../../annotations/AnnotationEditor.tsx'),
)

export interface AnnotatingProps extends Pick<EditorModel, 'file' | 'fields' | 'viewer'> {
  readonly annotating: AnnotatingModel
  readonly stopped: LeaveRequest | undefined
}

export function AnnotatingLayer({ file, fields, viewer, annotating, stopped }: AnnotatingProps) {
  const AnnotationEditor = annotationEditor.use(true, (error) => {
    notify({ type: 'error', message: failureText(error, editorTexts.annotationsUnavailable) })
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
      fields={fields.all}
      page={viewer.pageNumber}
      zoom={viewer.view.view.zoom}
      leaving={stopped ?? annotating.leaving}
      onUnsaved={annotating.setUnsaved}
      onLeave={leave}
    />
  )
}
