import { FIELDS_PER_DOCUMENT_MAX } from 'shared/contract'
import { useSession } from 'shared/state'
import { DEFAULT_PAGE_SIZE, fieldDefaults, OWN_FIELD_SIZE, THIRD_PARTY_FIELD } from '../../fields/constants.ts'
import type { NewField, TemporaryField } from '../../fields/field-lifecycle.ts'
import { temporaryField } from '../../fields/field-lifecycle.ts'
import type { PageChoice } from '../../fields/repeat-on-pages.ts'
import { pagesToFill, repeatField } from '../../fields/repeat-on-pages.ts'
import { centred, toFractions } from '../../geometry/geometry.ts'
import { editorTexts } from '../constants.ts'
import type { Person } from '../signers/signers.ts'
import type { FieldActionsOptions } from './field-actions-options.ts'

const ids = { now: () => Date.now(), random: () => Math.random() }

export const useAdding = (options: FieldActionsOptions) => {
  const { model, viewer, selection, readOnlyReason, notify, onEditing } = options
  const session = useSession()

  const add = (field: Omit<NewField, 'page' | 'rect'>) => {
    if (readOnlyReason) return notify('warning', readOnlyReason)
    if (model.fields.length >= FIELDS_PER_DOCUMENT_MAX) return notify('warning', editorTexts.tooManyFields)
    const page = viewer.page.kind === 'ready' ? viewer.page.page.size : DEFAULT_PAGE_SIZE
    const place = field.type === 'primary' ? centred(OWN_FIELD_SIZE, page) : THIRD_PARTY_FIELD
    const made = temporaryField({ ...field, page: viewer.pageNumber, rect: toFractions(place, page) }, ids)
    model.dispatch({ type: 'added', kind: 'added', fields: [made] })
    selection.selectAndFocus(made.id)
    onEditing()
    notify('success', editorTexts.fieldAdded)
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
    notify(
      pages.length > 0 ? 'success' : 'info',
      pages.length > 0 ? editorTexts.repeated(pages.length) : editorTexts.repeatedAlready,
    )
    return undefined
  }
  return { addOwn, addThirdParty, repeat }
}
