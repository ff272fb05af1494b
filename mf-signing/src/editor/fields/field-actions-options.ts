import type { ViewerModel } from '../../viewer/use-viewer.ts'
import type { NotifyEditor } from '../use-notify.ts'
import type { DraftsModel } from './use-drafts.ts'
import type { PlacedFieldsModel } from './use-placed-fields.ts'
import type { FieldSelection } from './use-selection.ts'

export interface FieldActionsOptions {
  readonly model: PlacedFieldsModel
  readonly drafts: DraftsModel
  readonly viewer: ViewerModel
  readonly selection: FieldSelection
  readonly readOnlyReason: string | undefined
  readonly notify: NotifyEditor
  readonly announce: (words: string) => void
  readonly onEditing: () => void
  readonly onChanged: () => void
}
