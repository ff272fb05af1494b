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
  /** Type, description and notes. */
  readonly onDescribe: (file: UserFile) => void
}

const describing = { choice: 'describe', text: 'Datos del documento', hint: 'Tipo, descripción y notas' } as const

/** All actions of a document but opening it. */
export function DocumentMenu({ file, download, opener, onDelete, onDescribe }: DocumentMenuProps) {
  return (
    <div className={styles.menu}>
      <ChoiceMenu
        title="Acciones"
        label={`Acciones de ${file.original_filename}`}
        icon={<EllipsisVertical />}
        busy={download.state.kind === 'running'}
        opener={opener}
        choices={[...downloadChoices(file), describing, { choice: 'delete', text: 'Eliminar', removes: true }]}
        onChoose={(choice) => {
          if (choice === 'delete') onDelete(file)
          else if (choice === 'describe') onDescribe(file)
          else download.start(choice)
        }}
      />
    </div>
  )
}
