import type { ViewerModel } from '../../viewer/use-viewer.ts'
import type { Notify } from '../use-notify.ts'
import type { PlacedFieldsModel } from './use-placed-fields.ts'
import type { Selection } from './use-selection.ts'

export interface FieldActionsOptions {
  readonly model: PlacedFieldsModel
  readonly viewer: ViewerModel
  readonly selection: Selection
  readonly readOnlyReason: string | undefined
  readonly notify: Notify
  readonly announce: (words: string) => void
  readonly onEditing: () => void
  readonly onChanged: () => void
}
