import { FIELDS_PER_DOCUMENT_MAX } from 'shared/contract'
import type { TemporaryField } from '../../../fields/field-lifecycle.ts'
import type { PageChoice } from '../../../fields/repeat-on-pages.ts'
import { pagesToFill, repeatField } from '../../../fields/repeat-on-pages.ts'
import { editorTexts } from '../../constants.ts'
import type { FieldActionsOptions } from '../field-actions-options.ts'
import { newIds } from '../new-ids.ts'

export const repeatWith =
  ({ model, viewer, notify }: FieldActionsOptions) =>
  /** @returns why it is not possible, if so */
  (field: TemporaryField, choice: PageChoice): string | undefined => {
    const pages = pagesToFill(field, choice, { pageCount: viewer.pageCount, fields: model.fields })
    if (model.fields.length + pages.length > FIELDS_PER_DOCUMENT_MAX) return editorTexts.tooManyFields
    model.dispatch({ type: 'added', kind: 'repeated', fields: repeatField(field, pages, newIds) })
    notify(
      pages.length > 0 ? 'success' : 'info',
      pages.length > 0 ? editorTexts.repeated(pages.length) : editorTexts.repeatedAlready,
    )
    return undefined
  }
