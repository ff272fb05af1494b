import type { ViewerModel } from '../../viewer/use-viewer.ts'
import type { Say } from '../use-say.ts'
import type { PlacedFieldsModel } from './use-placed-fields.ts'
import type { Selection } from './use-selection.ts'

export interface FieldActionsOptions {
  readonly model: PlacedFieldsModel
  readonly viewer: ViewerModel
  readonly selection: Selection
  /** Why fields are read-only. */
  readonly readOnlyReason: string | undefined
  readonly say: Say
  readonly announce: (words: string) => void
  /** Starts editing. */
  readonly onEditing: () => void
  readonly onChanged: () => void
}
