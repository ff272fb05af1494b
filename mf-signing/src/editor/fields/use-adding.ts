import { FIELDS_PER_DOCUMENT_MAX } from 'shared/contract'
import { useSession } from 'shared/state'
import { DEFAULT_PAGE_SIZE, fieldDefaults, OWN_FIELD_SIZE, THIRD_PARTY_FIELD } from '../../fields/constants.ts'
import type { PlacedField, TemporaryField } from '../../fields/field-lifecycle.ts'
import { freePlace } from '../../fields/free-place.ts'
import type { FieldToPlace } from '../../fields/new-field.ts'
import { temporaryField } from '../../fields/new-field.ts'
import type { Size } from '../../geometry/geometry.ts'
import { toCanvas, toFractions } from '../../geometry/geometry.ts'
import { centredRect } from '../../geometry/placing.ts'
import { editorTexts } from '../constants.ts'
import { useAccountName } from '../owner-signing/use-account-name.ts'
import type { SignerPerson } from '../signers/signers.ts'
import type { FieldActionsOptions } from './field-actions-options.ts'
import { newIds } from './new-ids.ts'

/** The first at the specification's place, others next to it. */
const firstFree = (type: PlacedField['type'], page: Size, others: readonly PlacedField[]) => {
  const wanted = type === 'primary' ? centredRect(OWN_FIELD_SIZE, page) : THIRD_PARTY_FIELD
  const taken = others.map(({ rect }) => toCanvas(rect, page))
  return toFractions(freePlace(wanted, page, taken), page)
}

export interface AddingOptions extends FieldActionsOptions {
  readonly carry: (id: string) => void
}

export const useAdding = (options: AddingOptions) => {
  const { model, viewer, selection, readOnlyReason, notify, onEditing, carry } = options
  const session = useSession()
  const accountName = useAccountName()

  const add = (field: Omit<FieldToPlace, 'page' | 'rect'>): TemporaryField | undefined => {
    const full = model.fields.length >= FIELDS_PER_DOCUMENT_MAX ? editorTexts.tooManyFields : undefined
    const refusal = readOnlyReason ?? full
    if (refusal) {
      notify('warning', refusal)
      return undefined
    }
    const { pageNumber } = viewer
    const page = viewer.page.kind === 'ready' ? viewer.page.page.size : DEFAULT_PAGE_SIZE
    const others = model.fields.filter((other) => other.page === pageNumber)
    const made = temporaryField({ ...field, page: pageNumber, rect: firstFree(field.type, page, others) }, newIds)
    model.dispatch({ type: 'added', kind: 'added', fields: [made] })
    selection.selectAndFocus(made.id)
    onEditing()
    return made
  }
  const addOwn = () => {
    const made = add({
      type: 'primary',
      label: fieldDefaults.ownName,
      signerName: accountName ?? fieldDefaults.ownName,
      signerEmail: session.kind === 'authenticated' ? session.user.email : '',
    })
    if (made) notify('success', editorTexts.fieldAdded)
  }
  const addThirdParty = ({ name, email }: SignerPerson, message: string = editorTexts.fieldAdded) => {
    const label = fieldDefaults.thirdPartyLabel
    const made = add({ type: 'signature', label, signerName: name, signerEmail: email })
    if (!made) return
    carry(made.id)
    notify('success', message)
  }

  return { addOwn, addThirdParty }
}
