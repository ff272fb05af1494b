import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import type { RefObject } from 'react'
import type { UserFile } from 'shared/contract'
import { ChoiceMenu } from 'shared/controls'
import { isArchived } from '../../documents/document-filters.ts'
import { type DocumentAct, documentActs } from '../document-act.ts'
import { downloadChoices } from '../download/download-choices.ts'
import type { SavedFile } from '../download/download-document.ts'
import type { DownloadModel } from '../download/use-download.ts'
import styles from './DocumentMenu.module.css'

export interface DocumentMenuProps {
  readonly file: UserFile
  readonly download: DownloadModel
  readonly opener: RefObject<HTMLButtonElement | null>
  readonly onAct: (file: UserFile, act: DocumentAct) => void
}

const acts = [
  { choice: 'select', text: 'Seleccionar' },
  { choice: 'tag', text: 'Etiquetas…' },
  { choice: 'describe', text: 'Datos del documento', hint: 'Tipo, descripción y notas' },
] as const
const archiving = { choice: 'archive', text: 'Archivar' } as const
const unarchiving = { choice: 'unarchive', text: 'Desarchivar' } as const
const deleting = { choice: 'delete', text: 'Eliminar', removes: true } as const

/** All actions of a document but opening it. */
export function DocumentMenu({ file, download, opener, onAct }: DocumentMenuProps) {
  return (
    <div className={styles.menu}>
      <ChoiceMenu
        title="Acciones"
        label={`Acciones de ${file.original_filename}`}
        icon={<EllipsisVertical />}
        busy={download.state.kind === 'running'}
        opener={opener}
        choices={[...downloadChoices(file), ...acts, isArchived(file) ? unarchiving : archiving, deleting]}
        onChoose={(choice) => {
          const act = documentActs.find((each) => each === choice)
          if (act) onAct(file, act)
          else download.start(choice as SavedFile)
        }}
      />
    </div>
  )
}
