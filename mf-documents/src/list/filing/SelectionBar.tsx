import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Tag from 'lucide-react/icons/tag'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { FILES_AT_ONCE_MAX, type UserFile } from 'shared/contract'
import { Button } from 'shared/ui'
import { isArchived } from '../../documents/document-filters.ts'
import { selectedText } from '../../format.ts'
import styles from './Filing.module.css'

interface SelectionBarProps {
  readonly files: readonly UserFile[]
  readonly onTag: (files: readonly UserFile[]) => void
  readonly onArchive: (files: readonly UserFile[], archived: boolean) => Promise<void>
  readonly onClear: () => void
  /** Receives the focus when the bar goes with it. */
  readonly region: RefObject<HTMLElement | null>
}

export function SelectionBar({ files, region, onTag, onArchive, onClear }: SelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [own, list] = [bar.current, region.current]
    return () => {
      if (own?.contains(document.activeElement)) list?.focus()
    }
  }, [region])
  const archived = files.every(isArchived)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls.
    <div
      ref={bar}
      role="group"
      aria-label="Documentos seleccionados"
      className={styles.bar}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClear()
      }}
    >
      <p className={styles.count}>
        {selectedText(files.length)}
        {files.length === FILES_AT_ONCE_MAX && ', el máximo'}
      </p>
      <Button size="sm" icon={<Tag />} onClick={() => onTag(files)}>
        Etiquetas…
      </Button>
      <Button
        size="sm"
        icon={archived ? <ArchiveRestore /> : <Archive />}
        onClick={() => void onArchive(files, !archived)}
      >
        {archived ? 'Desarchivar' : 'Archivar'}
      </Button>
      <Button size="sm" variant="ghost" onClick={onClear}>
        Quitar selección
      </Button>
    </div>
  )
}
