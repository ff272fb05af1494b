import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import type { RefObject } from 'react'
import type { UserFile } from 'shared/contract'
import { ChoiceMenu } from 'shared/controls'
import { downloadChoices } from '../download/download-choices.ts'
import type { DownloadModel } from '../download/use-download.ts'
import styles from './DocumentMenu.module.css'

export interface DocumentMenuProps {
  readonly file: UserFile
  readonly download: DownloadModel
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly onDelete: (file: UserFile) => void
}

/** All actions of a document but opening it. */
export function DocumentMenu({ file, download, opener, onDelete }: DocumentMenuProps) {
  return (
    <div className={styles.menu}>
      <ChoiceMenu
        title="Acciones"
        label={`Acciones de ${file.original_filename}`}
        icon={<EllipsisVertical />}
        busy={download.state.kind === 'running'}
        opener={opener}
        choices={[...downloadChoices(file), { choice: 'delete', text: 'Eliminar', removes: true }]}
        onChoose={(choice) => (choice === 'delete' ? onDelete(file) : download.start(choice))}
      />
    </div>
  )
}
