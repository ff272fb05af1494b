import FileUp from 'lucide-react/icons/file-up'
import { type ChangeEvent, type ReactElement, type ReactNode, type Ref, useId } from 'react'
import { cx } from '../ui/styles/cx.ts'
import styles from './FileDrop.module.css'
import { useFileIntake } from './use-file-intake.ts'

interface ChosenFile {
  readonly picture?: ReactNode
  readonly details: ReactNode
  readonly change: string
  readonly actions?: ReactNode
}

interface FileDropProps {
  readonly accept: string
  readonly invitation: { readonly mouse: string; readonly touch: string }
  readonly icon: ReactNode
  readonly error?: string | undefined
  /** Also shown below an error. */
  readonly help?: ReactNode
  readonly chosen?: ChosenFile | undefined
  readonly disabled?: boolean
  readonly inputRef?: Ref<HTMLInputElement>
  readonly onFile: (file: File) => void
  /** Several at once. Without it, the first of them is the file. */
  readonly onFiles?: (files: readonly File[]) => void
}

/** Dropped, pasted anywhere on the page, or chosen. */
export function FileDrop({
  accept,
  invitation,
  icon,
  error,
  help,
  chosen,
  disabled = false,
  inputRef,
  onFile,
  onFiles,
}: FileDropProps): ReactElement {
  const id = useId()
  const take = (files: readonly File[]) => {
    const [file, ...more] = files
    if (disabled || file === undefined) return
    if (onFiles && more.length > 0) onFiles(files)
    else onFile(file)
  }
  const { over, area } = useFileIntake(take)
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    // Allows choosing the same file again.
    event.target.value = ''
    take(files)
  }
  return (
    <div className={cx(styles.area, chosen && styles.chosen, over && styles.over, error && styles.wrong)} {...area}>
      <input
        id={id}
        ref={inputRef}
        className={styles.input}
        type="file"
        multiple={onFiles !== undefined}
        accept={accept}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-help`}
        onChange={pick}
      />
      {chosen?.picture ?? <span className={styles.icon}>{icon}</span>}
      {chosen?.details ?? (
        <label htmlFor={id} className={styles.label}>
          <span className={styles.fine}>{invitation.mouse}</span>
          <span className={styles.coarse}>{invitation.touch}</span>
        </label>
      )}
      <div id={`${id}-help`} className={styles.help} aria-live="polite">
        {error && <p className={styles.error}>{error}</p>}
        {help}
      </div>
      {chosen && (
        <div className={styles.choices}>
          <label htmlFor={id} className={styles.label}>
            <FileUp />
            {chosen.change}
          </label>
          {chosen.actions}
        </div>
      )}
    </div>
  )
}
