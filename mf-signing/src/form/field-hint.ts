import type { FormField } from 'shared/contract/form-fields'
import { type FormState, isPrefilled } from './form-state.ts'
import { signerFormTexts } from './texts.ts'

export const fieldHint = (state: FormState, { id, help }: FormField): string =>
  [help, isPrefilled(state, id) ? signerFormTexts.prefilledField : ''].filter((hint) => hint !== '').join(' ')
