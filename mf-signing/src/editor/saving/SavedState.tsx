import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { Button, cx } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import { isUnsaved } from '../fields/drafts.ts'
import { templateTexts } from '../template-edit/texts.ts'
import type { EditorModel } from '../use-editor.ts'
import styles from './SavedState.module.css'

export function SavedState({
  editing: { state, mode, retry },
  fields,
  template,
}: Pick<EditorModel, 'editing' | 'fields' | 'template'>) {
  const shown = mode === 'saving' ? 'empty' : state
  return (
    <>
      <span role="status" className={cx(styles.state, shown === 'failed' && styles.failed)}>
        {shown === 'saving' && editorTexts.autosaving}
        {!isUnsaved(shown) && template.changed && templateTexts.changed}
        {shown === 'saved' && !template.edit && (
          <>
            <Check />
            {editorTexts.autosaved}
          </>
        )}
        {shown === 'failed' && (
          <>
            <CircleAlert />
            {editorTexts.autosaveFailed}
          </>
        )}
      </span>
      {shown === 'failed' && (
        <Button size="sm" variant="ghost" className={cx(fields.unsaved > 0 && styles.spare)} onClick={retry}>
          Reintentar
        </Button>
      )}
    </>
  )
}
