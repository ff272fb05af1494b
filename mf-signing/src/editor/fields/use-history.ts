import type { ChangeKind } from '../../fields/placed-fields.ts'
import { touchedBy } from '../../fields/placed-fields.ts'
import type { FieldActionsOptions } from './field-actions-options.ts'

const changeWords: Readonly<Record<ChangeKind, string>> = {
  added: 'agregar un campo',
  repeated: 'repetir un campo',
  moved: 'mover un campo',
  resized: 'cambiar el tamaño de un campo',
  removed: 'eliminar un campo',
  discarded: 'cancelar los campos',
}

export const useHistory = ({ model, viewer, selection, announce, onEditing }: FieldActionsOptions) => {
  const { past, future } = model.placed
  const walk = (type: 'undone' | 'redone') => {
    const change = type === 'undone' ? past.at(-1) : future[0]
    if (!change) return
    const [before, after] = type === 'undone' ? [change.after, change.before] : [change.before, change.after]
    model.dispatch({ type })
    const touched = touchedBy(before, after)
    if (touched) viewer.goTo(touched.page)
    selection.select(touched && after.includes(touched) ? touched.id : undefined)
    announce(`${type === 'undone' ? 'Deshecho' : 'Rehecho'}: ${changeWords[change.kind]}.`)
    onEditing()
  }
  const wordsOf = (kind: ChangeKind | undefined) => kind && changeWords[kind]
  return {
    undo: () => walk('undone'),
    redo: () => walk('redone'),
    undoWords: wordsOf(past.at(-1)?.kind),
    redoWords: wordsOf(future[0]?.kind),
  }
}
