import type { UserFile } from 'shared/contract'
import styles from './SelectionBox.module.css'

export interface SelectionBoxProps {
  readonly file: UserFile
  readonly selected: boolean
  readonly onSelect: (file: UserFile, extended: boolean) => void
}

/** Shows on hover and focus, and in all cards while something is chosen. */
export function SelectionBox({ file, selected, onSelect }: SelectionBoxProps) {
  return (
    <label className={styles.box} title="Seleccionar (espacio)">
      <input
        type="checkbox"
        aria-label={`Seleccionar ${file.original_filename}`}
        checked={selected}
        onChange={({ nativeEvent }) => onSelect(file, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  )
}
