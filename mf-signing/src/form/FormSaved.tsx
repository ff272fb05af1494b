import { CheckIcon } from 'shared/ui'
import styles from './FormBar.module.css'
import type { FormStore } from './form-store.ts'
import { signerFormTexts } from './texts.ts'
import { useFormState } from './use-form-state.ts'

export function FormSaved({ store }: { readonly store: FormStore }) {
  const { saving, values } = useFormState(store)
  return (
    <span role="status" className={styles.saved}>
      {saving === 'saving' && signerFormTexts.saving}
      {saving === 'failed' && signerFormTexts.unsaved}
      {(saving === 'saved' || saving === 'kept') && values.size > 0 && (
        <>
          <CheckIcon />
          {saving === 'saved' ? signerFormTexts.saved : signerFormTexts.kept}
        </>
      )}
    </span>
  )
}
