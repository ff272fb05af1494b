import { type FieldChange, touchedBy } from '../../fields/history.ts'
import type { FieldChangeKind } from '../../fields/placed-fields.ts'
import type { FractionRect } from '../../geometry/geometry.ts'
import type { FieldActionsOptions } from '../fields/field-actions-options.ts'
import { changeWords as formChangeWords } from '../form-fields/texts.ts'
import type { FormFieldsModel } from '../form-fields/use-form-fields.ts'

const changeWords: Readonly<Record<FieldChangeKind, string>> = {
  added: 'agregar un campo',
  repeated: 'repetir un campo',
  moved: 'mover un campo',
  resized: 'cambiar el tamaño de un campo',
  removed: 'eliminar un campo',
  discarded: 'cancelar los campos',
}

interface Item {
  readonly id: string
  readonly page: number
  readonly rect: FractionRect
}

type Direction = 'undone' | 'redone'

interface Source {
  readonly past: readonly FieldChange<Item>[]
  readonly future: readonly FieldChange<Item>[]
  readonly words: Readonly<Record<string, string>>
  readonly dispatch: (action: { readonly type: Direction }) => void
}

interface Step {
  readonly source: Source
  readonly change: FieldChange<Item>
}

const stepOf = (sources: readonly Source[], type: Direction): Step | undefined => {
  const steps = sources.flatMap((source): Step[] => {
    const change = type === 'undone' ? source.past.at(-1) : source.future[0]
    return change ? [{ source, change }] : []
  })
  const later = ({ change: a }: Step, { change: b }: Step) => (b.at ?? 0) - (a.at ?? 0)
  return steps.toSorted((a, b) => (type === 'undone' ? later(a, b) : later(b, a)))[0]
}

const wordsOf = (step: Step | undefined) => step?.source.words[step.change.kind]

export interface HistoryOptions extends FieldActionsOptions {
  readonly forms: FormFieldsModel
}

export const useHistory = ({ model, forms, viewer, selection, announce, onEditing }: HistoryOptions) => {
  const sources: readonly Source[] = [
    { ...model.placed, words: changeWords, dispatch: model.dispatch },
    { ...forms.placed, words: formChangeWords, dispatch: forms.dispatch },
  ]
  const walk = (type: Direction) => {
    const step = stepOf(sources, type)
    if (!step) return
    const { change, source } = step
    const [before, after] = type === 'undone' ? [change.after, change.before] : [change.before, change.after]
    source.dispatch({ type })
    const touched = touchedBy(before, after)
    if (touched) viewer.goTo(touched.page)
    selection.select(touched && after.includes(touched) ? touched.id : undefined)
    announce(`${type === 'undone' ? 'Deshecho' : 'Rehecho'}: ${wordsOf(step)}.`)
    onEditing()
  }
  return {
    undo: () => walk('undone'),
    redo: () => walk('redone'),
    undoWords: wordsOf(stepOf(sources, 'undone')),
    redoWords: wordsOf(stepOf(sources, 'redone')),
  }
}
