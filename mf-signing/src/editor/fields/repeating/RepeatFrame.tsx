import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { SubmitDialog, type SubmitDialogProps } from '../../../ui/SubmitDialog.tsx'
import { editorTexts } from '../../constants.ts'
import styles from './RepeatFrame.module.css'

export interface RepeatFrameProps extends Pick<SubmitDialogProps, 'description' | 'onClose' | 'onSubmit'> {
  readonly lead?: ReactNode
  readonly kinds: readonly { readonly kind: string; readonly label: string }[]
  readonly input: UseFormRegisterReturn
  readonly problem: string | undefined
  readonly children: ReactNode
}

export function RepeatFrame({ lead, kinds, input, problem, children, ...dialog }: RepeatFrameProps) {
  return (
    <SubmitDialog {...dialog} size="sm" title={editorTexts.repeat} submit="Repetir campo" formClass={styles.form}>
      {lead}
      <fieldset className={styles.choices}>
        <legend>Páginas</legend>
        {kinds.map(({ kind, label }) => (
          <label key={kind} className={styles.choice}>
            <input type="radio" value={kind} {...input} />
            {label}
          </label>
        ))}
      </fieldset>
      {children}
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
    </SubmitDialog>
  )
}
