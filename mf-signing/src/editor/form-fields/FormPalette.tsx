import Calendar from 'lucide-react/icons/calendar'
import CaseUpper from 'lucide-react/icons/case-upper'
import Hash from 'lucide-react/icons/hash'
import List from 'lucide-react/icons/list'
import SquareCheck from 'lucide-react/icons/square-check'
import TextCursorInput from 'lucide-react/icons/text-cursor-input'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import type { FormFieldKind } from 'shared/contract/form-fields'
import { RetryAlert, SelectField } from 'shared/controls'
import type { EditorModel } from '../use-editor.ts'
import styles from './FormPalette.module.css'
import { FormProposal } from './FormProposal.tsx'
import { formFieldKinds, kindNames } from './form-field.ts'
import { formFieldTexts } from './texts.ts'

const icons: Readonly<Record<FormFieldKind, ReactNode>> = {
  text: <TextCursorInput />,
  number: <Hash />,
  date: <Calendar />,
  checkbox: <SquareCheck />,
  choice: <List />,
  initials: <CaseUpper />,
}

export interface FormPaletteProps extends Pick<EditorModel, 'forms' | 'signers'> {
  readonly onShown: () => void
}

export function FormPalette({ forms, signers, onShown }: FormPaletteProps) {
  const id = useId()
  const [chosen, setChosen] = useState<string>()
  const able = signers.list.filter(({ fields, byPublicLink }) => fields.length > 0 && !byPublicLink)
  const signer = able.find(({ key }) => key === chosen) ?? able.find(({ isOwner }) => !isOwner) ?? able[0]
  if (!signer) return null
  return (
    <section className={styles.palette} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {formFieldTexts.palette}
      </h3>
      <p className={styles.help}>{formFieldTexts.paletteHelp}</p>
      {forms.load.kind === 'failed' && (
        <RetryAlert live="polite" onRetry={forms.reload}>
          {forms.load.message}
        </RetryAlert>
      )}
      {able.length > 1 && (
        <SelectField
          label={formFieldTexts.signer}
          value={signer.key}
          options={able.map(({ key, name, isOwner }) => ({ value: key, label: isOwner ? `${name} (tú)` : name }))}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
      <FormProposal forms={forms} signer={signer.key} />
      <div className={styles.kinds}>
        {formFieldKinds.map((kind) => (
          <button
            key={kind}
            type="button"
            className={styles.kind}
            disabled={forms.load.kind !== 'ready'}
            onClick={() => {
              forms.add(kind, signer.key)
              onShown()
            }}
          >
            {icons[kind]}
            {kindNames[kind]}
          </button>
        ))}
      </div>
    </section>
  )
}
