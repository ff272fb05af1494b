import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Highlighter from 'lucide-react/icons/highlighter'
import PenLine from 'lucide-react/icons/pen-line'
import Pencil from 'lucide-react/icons/pencil'
import PencilOff from 'lucide-react/icons/pencil-off'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Save from 'lucide-react/icons/save'
import UserPlus from 'lucide-react/icons/user-plus'
import { useId } from 'react'
import { cx, VisuallyHidden } from 'shared/ui'
import tools from '../../ui/tool.module.css'
import { editorTexts } from '../constants.ts'
import { SaveButton } from '../saving/SaveButton.tsx'
import type { EditorModel } from '../use-editor.ts'
import { EditorTool } from './EditorTool.tsx'
import styles from './EditorToolbar.module.css'
import { HistoryTools } from './HistoryTools.tsx'
import { RepeatTool } from './RepeatTool.tsx'

const nothing = () => undefined

interface EditToolsProps
  extends Pick<
    EditorModel,
    'fields' | 'forms' | 'editing' | 'history' | 'selection' | 'viewer' | 'dialogs' | 'notify'
  > {
  readonly onAnnotate: () => void
}

export interface EditorToolbarProps extends EditToolsProps {
  readonly small: boolean
}

export function EditorToolbar({ small, ...models }: EditorToolbarProps) {
  const { fields, editing, viewer, dialogs } = models
  const active = editing.mode !== 'reading'
  const count = fields.unsaved
  const savable = active && count > 0 && !fields.ofTemplate && !fields.readOnlyReason
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className={styles.toolbar} role="group" aria-label={editorTexts.tools} data-editing={active}>
      <EditTools {...models} />
      {savable && !small && <SaveButton editing={editing} count={count} />}
      <div className={cx(styles.tools, styles.last)}>
        <EditorTool
          label={editorTexts.resetZoom}
          short="Zoom"
          icon={<RotateCcw />}
          onPress={() => viewer.view.dispatch({ type: 'reset' })}
        />
        <EditorTool
          label={editorTexts.instructions}
          short={editorTexts.instructions}
          icon={<CircleHelp />}
          onPress={() => dialogs.open({ kind: 'instructions' })}
        />
      </div>
      {/* Last: it goes by itself, and the tools must not move under a finger. */}
      {savable && small && (
        <div className={cx(styles.tools, styles.pending)}>
          <SaveTool editing={editing} count={count} />
        </div>
      )}
    </div>
  )
}

function EditTools({ onAnnotate, ...models }: EditToolsProps) {
  const { fields, editing, history, viewer, dialogs, notify } = models
  const id = useId()
  const { readOnlyReason, load } = fields
  const because = readOnlyReason ? `${id}-read-only` : undefined
  const shut = because !== undefined || load.kind !== 'ready' || editing.mode === 'saving'
  const explainReadOnly = readOnlyReason ? () => notify('warning', readOnlyReason) : nothing
  const unless = (press: () => void) => (shut ? explainReadOnly : press)
  return (
    <>
      {readOnlyReason && <VisuallyHidden id={because}>{readOnlyReason}</VisuallyHidden>}
      <div className={styles.tools}>
        <AddTools {...{ fields, editing, dialogs, because, shut, unless }} />
        {/* Before the history: a phone shows the first tools, the others after scrolling. */}
        <AnnotateTool {...{ viewer, because, shut, unless, onAnnotate }} />
        <span className={tools.divider} />
        <HistoryTools history={history} shut={shut} />
        <RepeatTool {...models} shut={shut} />
      </div>
    </>
  )
}

function SaveTool({ editing, count }: Pick<EditorModel, 'editing'> & { readonly count: number }) {
  return (
    <EditorTool
      named
      label={editorTexts.save(count)}
      short="Guardar"
      icon={<Save />}
      disabled={editing.mode === 'saving'}
      onPress={() => void editing.save()}
    />
  )
}

interface Disabling {
  readonly because: string | undefined
  readonly shut: boolean
  readonly unless: (press: () => void) => () => void
}

function AddTools({
  fields,
  editing,
  dialogs,
  because,
  shut,
  unless,
}: Pick<EditorModel, 'fields' | 'editing' | 'dialogs'> & Disabling) {
  const active = editing.mode !== 'reading'
  const label = active ? editorTexts.cancel : editorTexts.edit
  return (
    <>
      {!fields.ofTemplate && (
        <EditorTool
          named
          label={label}
          short={label}
          icon={active ? <PencilOff /> : <Pencil />}
          because={because}
          disabled={shut}
          onPress={unless(active ? editing.cancel : editing.edit)}
        />
      )}
      <EditorTool
        named
        label={editorTexts.ownField}
        short="Usuario"
        icon={<PenLine />}
        because={because}
        disabled={shut}
        onPress={unless(fields.addOwn)}
      />
      <EditorTool
        named
        label={editorTexts.thirdPartyField}
        short="Terceros"
        icon={<UserPlus />}
        because={because}
        disabled={shut}
        onPress={unless(() => dialogs.open({ kind: 'third-party' }))}
      />
    </>
  )
}

interface AnnotateToolProps extends Disabling, Pick<EditorModel, 'viewer'> {
  readonly onAnnotate: () => void
}

function AnnotateTool({ viewer, because, shut, unless, onAnnotate }: AnnotateToolProps) {
  const readable = viewer.document.kind === 'loaded'
  return (
    <EditorTool
      named
      label={editorTexts.annotate}
      short={editorTexts.annotate}
      icon={<Highlighter />}
      title={editorTexts.annotateTitle}
      because={because}
      disabled={shut || !readable}
      onPress={unless(readable ? onAnnotate : nothing)}
    />
  )
}
