import { formValuesText } from 'shared/http/form-fields'
import { formValuesOf, missingOf } from './form-state.ts'
import type { FormStore } from './form-store.ts'

/** A form as the page shows it, for an act that signs the saved draft and names it by a hash. */
export interface ShownForm {
  readonly subscribe: (listener: () => void) => () => void
  /** Text that the hash covers; undefined while a value is missing or wrong. */
  readonly text: () => string | undefined
  /** Saves values that the server lacks. @throws HttpError */
  readonly settle: () => Promise<void>
  /** Reads the values of the server again. */
  readonly reload: () => void
}

export const shownFormOf = ({ subscribe, get, settle }: FormStore, reload: () => void): ShownForm => ({
  subscribe,
  text: () => (missingOf(get()).length > 0 ? undefined : formValuesText(formValuesOf(get()))),
  settle,
  reload,
})
