import type { KeyboardEvent } from 'react'
import type { EditorModel } from '../use-editor.ts'

const TYPING = 'input, textarea, select'

type Command = 'undo' | 'redo' | 'save' | undefined

const commandOf = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): Command => {
  if (altKey || !(ctrlKey || metaKey)) return undefined
  switch (key.toLowerCase()) {
    case 'z':
      return shiftKey ? 'redo' : 'undo'
    case 'y':
      return 'redo'
    case 's':
      return 'save'
    default:
      return undefined
  }
}

type EditorKeysOptions = Pick<EditorModel, 'fields' | 'forms' | 'editing' | 'history' | 'selection'>

const escapeOf = (
  { fields, forms, selection }: Pick<EditorModel, 'fields' | 'forms' | 'selection'>,
  closeSheet: (() => void) | undefined,
): (() => void) => {
  const carrying = [fields.carrying, forms.carrying].find(({ field }) => field !== undefined)
  return carrying?.end ?? closeSheet ?? (() => selection.select(undefined))
}

const save = ({ fields, editing }: Pick<EditorModel, 'fields' | 'editing'>): void =>
  void (fields.ofTemplate ? editing.flush() : editing.save())

/** Ignores keys in inputs and modal dialogs. */
export const editorKeys =
  ({ fields, forms, editing, history, selection }: EditorKeysOptions, closeSheet: (() => void) | undefined) =>
  (event: KeyboardEvent): void => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return
    if (event.target.closest(`${TYPING}, dialog:modal`)) return
    if (event.key === 'Escape') {
      escapeOf({ fields, forms, selection }, closeSheet)()
      return
    }
    const command = commandOf(event)
    if (!command || fields.readOnlyReason || editing.mode === 'saving') return
    event.preventDefault()
    if (command === 'save') save({ fields, editing })
    else history[command]()
  }
