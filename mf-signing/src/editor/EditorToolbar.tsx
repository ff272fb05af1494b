import CircleHelp from 'lucide-react/icons/circle-question-mark'
import CopyPlus from 'lucide-react/icons/copy-plus'
import Highlighter from 'lucide-react/icons/highlighter'
import PenLine from 'lucide-react/icons/pen-line'
import Pencil from 'lucide-react/icons/pencil'
import PencilOff from 'lucide-react/icons/pencil-off'
import Redo2 from 'lucide-react/icons/redo-2'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Undo2 from 'lucide-react/icons/undo-2'
import UserPlus from 'lucide-react/icons/user-plus'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { cx, VisuallyHidden } from 'shared/ui'
import type { TemporaryField } from '../fields/field-lifecycle.ts'
import { editorTexts } from './constants.ts'
import styles from './EditorToolbar.module.css'
import { SaveButton } from './SaveButton.tsx'
import tools from './tool.module.css'
import type { Editor } from './use-editor.ts'

interface ToolProps {
  readonly label: string
  /** Shown below the icon in small windows. Part of the label (WCAG 2.5.3). */
  readonly short: string
  readonly icon: ReactNode
  /** Large windows show the label. */
  readonly named?: boolean
  readonly title?: string
  /** Id of the text that explains why it is disabled. */
  readonly because?: string | undefined
  readonly disabled?: boolean
  readonly onPress: () => void
}

/** Disabled tools stay focusable and explain themselves. */
function Tool({ label, short, icon, named = false, title, because, disabled, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className={cx(tools.tool, tools.stacked, styles.tool, named && styles.named)}
      aria-label={label}
      aria-disabled={disabled || undefined}
      aria-describedby={disabled ? because : undefined}
      title={title ?? label}
      onClick={onPress}
    >
      {icon}
      <span className={styles.long} aria-hidden="true">
        {label}
      </span>
      <span className={styles.short} aria-hidden="true">
        {short}
      </span>
    </button>
  )
}

const nothing = () => undefined

export interface EditorToolbarProps {
  readonly editor: Editor
  /** In small windows the save button is in the foot. */
  readonly small: boolean
  readonly onAnnotate: () => void
}

export function EditorToolbar({ editor, small, onAnnotate }: EditorToolbarProps) {
  const id = useId()
  const { lock, frozen, load, setDialog } = editor
  const busy = load.kind !== 'ready' || editor.mode === 'saving'
  const editing = editor.mode !== 'reading'
  const readable = editor.viewer.document.kind === 'loaded'
  const because = frozen ? `${id}-frozen` : undefined
  /** Explains why editing is disabled. */
  const refused = lock ? () => editor.say('warning', lock) : nothing
  const shut = frozen || busy
  const unless = (press: () => void) => (shut ? refused : press)

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className={styles.toolbar} role="group" aria-label={editorTexts.tools} data-editing={editing}>
      {frozen && <VisuallyHidden id={because}>{lock}</VisuallyHidden>}
      <div className={styles.tools}>
        <Tool
          named
          label={editing ? editorTexts.cancel : editorTexts.edit}
          short={editing ? editorTexts.cancel : editorTexts.edit}
          icon={editing ? <PencilOff /> : <Pencil />}
          because={because}
          disabled={shut}
          onPress={unless(editing ? editor.cancel : editor.edit)}
        />
        <Tool
          named
          label={editorTexts.ownField}
          short="Usuario"
          icon={<PenLine />}
          because={because}
          disabled={shut}
          onPress={unless(editor.addOwn)}
        />
        <Tool
          named
          label={editorTexts.thirdPartyField}
          short="Terceros"
          icon={<UserPlus />}
          because={because}
          disabled={shut}
          onPress={unless(() => setDialog({ kind: 'third-party' }))}
        />
        <span className={tools.divider} />
        <HistoryTools editor={editor} shut={shut} />
        <RepeatTool editor={editor} shut={shut} />
        <span className={tools.divider} />
        <Tool
          named
          label={editorTexts.annotate}
          short={editorTexts.annotate}
          icon={<Highlighter />}
          title={editorTexts.annotateTitle}
          because={because}
          disabled={shut || !readable}
          onPress={unless(readable ? onAnnotate : nothing)}
        />
      </div>
      {editing && !frozen && !small && <SaveButton editor={editor} />}
      <div className={cx(styles.tools, styles.last)}>
        <Tool
          label={editorTexts.resetZoom}
          short="Zoom"
          icon={<RotateCcw />}
          onPress={() => editor.viewer.view.dispatch({ type: 'reset' })}
        />
        <Tool
          label={editorTexts.instructions}
          short={editorTexts.instructions}
          icon={<CircleHelp />}
          onPress={() => setDialog({ kind: 'instructions' })}
        />
      </div>
    </div>
  )
}

function HistoryTools({ editor, shut }: { editor: Editor; shut: boolean }) {
  const { undoWords, redoWords, undo, redo } = editor
  const title = (label: string, words: string | undefined) => (words ? `${label}: ${words}` : label)
  return (
    <>
      <Tool
        label={editorTexts.undo}
        short={editorTexts.undo}
        title={title(editorTexts.undo, undoWords)}
        icon={<Undo2 />}
        disabled={shut || !undoWords}
        onPress={shut ? nothing : undo}
      />
      <Tool
        label={editorTexts.redo}
        short={editorTexts.redo}
        title={title(editorTexts.redo, redoWords)}
        icon={<Redo2 />}
        disabled={shut || !redoWords}
        onPress={shut ? nothing : redo}
      />
    </>
  )
}

const selectedOf = ({ temporaries, selection }: Editor): TemporaryField | undefined =>
  temporaries.find(({ id }) => id === selection.selected)

function RepeatTool({ editor, shut }: { editor: Editor; shut: boolean }) {
  const field = selectedOf(editor)
  const reason = editor.viewer.pageCount <= 1 ? editorTexts.onePage : editorTexts.repeatNeedsField
  const possible = !shut && field !== undefined && editor.viewer.pageCount > 1
  const press = () => {
    if (possible) editor.setDialog({ kind: 'repeat', field })
    else if (!shut) editor.say('info', reason)
  }
  return (
    <Tool
      label={editorTexts.repeat}
      short="Repetir"
      icon={<CopyPlus />}
      title={possible || shut ? editorTexts.repeat : `${editorTexts.repeat} ${reason}`}
      disabled={!possible}
      onPress={press}
    />
  )
}
