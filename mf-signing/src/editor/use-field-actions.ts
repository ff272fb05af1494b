import { FIELDS_PER_DOCUMENT_MAX } from 'shared/contract'
import { useSession } from 'shared/state'
import { DEFAULT_PAGE_SIZE, fieldDefaults, OWN_FIELD_SIZE, THIRD_PARTY_FIELD } from '../fields/constants.ts'
import type { Field, FieldId, NewField, TemporaryField } from '../fields/field-lifecycle.ts'
import { isTemporary, temporaryField } from '../fields/field-lifecycle.ts'
import type { FractionRect } from '../fields/geometry.ts'
import { centred, toFractions } from '../fields/geometry.ts'
import type { ChangeKind } from '../fields/placed-fields.ts'
import { touchedBy } from '../fields/placed-fields.ts'
import type { PageChoice } from '../fields/repeat-on-pages.ts'
import { pagesToFill, repeatField } from '../fields/repeat-on-pages.ts'
import type { ViewerModel } from '../viewer/use-viewer.ts'
import { editorTexts } from './constants.ts'
import type { DeleteOutcome } from './delete-field.ts'
import { deleteField } from './delete-field.ts'
import type { Person } from './signers.ts'
import type { PlacedFieldsModel } from './use-placed-fields.ts'
import type { Say } from './use-say.ts'
import type { Selection } from './use-selection.ts'

const ids = { now: () => Date.now(), random: () => Math.random() }

export interface FieldActionsOptions {
  readonly model: PlacedFieldsModel
  readonly viewer: ViewerModel
  readonly selection: Selection
  /** Why fields are read-only. */
  readonly lock: string | undefined
  readonly say: Say
  readonly announce: (words: string) => void
  /** Starts editing. */
  readonly onEditing: () => void
  readonly onChanged: () => void
}

/** Adds fields to the current page and copies to others. */
const useAdding = (options: FieldActionsOptions) => {
  const { model, viewer, selection, lock, say, onEditing } = options
  const session = useSession()

  const add = (field: Omit<NewField, 'page' | 'rect'>) => {
    if (lock) return say('warning', lock)
    if (model.fields.length >= FIELDS_PER_DOCUMENT_MAX) return say('warning', editorTexts.tooManyFields)
    const page = viewer.page.kind === 'ready' ? viewer.page.page.size : DEFAULT_PAGE_SIZE
    const place = field.type === 'primary' ? centred(OWN_FIELD_SIZE, page) : THIRD_PARTY_FIELD
    const made = temporaryField({ ...field, page: viewer.pageNumber, rect: toFractions(place, page) }, ids)
    model.dispatch({ type: 'added', kind: 'added', fields: [made] })
    selection.selectAndFocus(made.id)
    onEditing()
    say('success', editorTexts.fieldAdded)
  }
  const addOwn = () => {
    const user = session.kind === 'authenticated' ? session.user : undefined
    const name = user ? `${user.first_name} ${user.last_name}`.trim() : ''
    add({
      type: 'primary',
      label: fieldDefaults.ownName,
      signerName: name || fieldDefaults.ownName,
      signerEmail: user?.email ?? '',
    })
  }
  const addThirdParty = ({ name, email }: Person) =>
    add({ type: 'signature', label: fieldDefaults.thirdPartyLabel, signerName: name, signerEmail: email })

  /** @returns why it is not possible, if so */
  const repeat = (field: TemporaryField, choice: PageChoice): string | undefined => {
    const pages = pagesToFill(field, choice, { pageCount: viewer.pageCount, fields: model.fields })
    if (model.fields.length + pages.length > FIELDS_PER_DOCUMENT_MAX) return editorTexts.tooManyFields
    model.dispatch({ type: 'added', kind: 'repeated', fields: repeatField(field, pages, ids) })
    say(
      pages.length > 0 ? 'success' : 'info',
      pages.length > 0 ? editorTexts.repeated(pages.length) : editorTexts.repeatedAlready,
    )
    return undefined
  }
  return { addOwn, addThirdParty, repeat }
}

const changeWords: Readonly<Record<ChangeKind, string>> = {
  added: 'agregar un campo',
  repeated: 'repetir un campo',
  moved: 'mover un campo',
  resized: 'cambiar el tamaño de un campo',
  removed: 'eliminar un campo',
  discarded: 'cancelar los campos',
}

const useHistory = ({ model, viewer, selection, announce, onEditing }: FieldActionsOptions) => {
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

const useRemoving = ({ model, selection, lock, say, onChanged }: FieldActionsOptions) => {
  const told = ({ frozen: signedMeanwhile }: DeleteOutcome) => signedMeanwhile && model.reload()

  const remove = async (field: Field) => {
    if (lock) return say('warning', lock)
    if (!model.fields.some(({ id }) => id === field.id)) return say('error', editorTexts.fieldNotFound)
    const outcome = await deleteField(field)
    say(outcome.removed ? 'success' : 'error', outcome.message)
    told(outcome)
    if (!outcome.removed) return
    model.dispatch({ type: 'removed', ids: [field.id] })
    selection.select(undefined)
    if (!isTemporary(field)) onChanged()
  }

  /**
   * Removes all fields of a signer.
   * @returns whether all are gone
   */
  const removeAll = async (fields: readonly Field[]): Promise<boolean> => {
    const gone: FieldId[] = []
    let failure: string | undefined
    for (const field of fields) {
      const outcome = await deleteField(field)
      told(outcome)
      if (outcome.removed) gone.push(field.id)
      else failure = outcome.message
    }
    model.dispatch({ type: 'removed', ids: gone })
    selection.select(undefined)
    if (fields.some((field) => gone.includes(field.id) && !isTemporary(field))) onChanged()
    if (failure) say('error', failure)
    return failure === undefined
  }
  return { remove, removeAll }
}

export const useFieldActions = (options: FieldActionsOptions) => {
  const { model } = options
  const place = (id: FieldId, rect: FractionRect, kind: 'moved' | 'resized', by: 'pointer' | 'keyboard') =>
    model.dispatch({ type: 'placed', id, rect, kind, ...(by === 'keyboard' ? { keyAt: ids.now() } : {}) })
  return { place, ...useAdding(options), ...useHistory(options), ...useRemoving(options) }
}

export type FieldActions = ReturnType<typeof useFieldActions>
