import CopyPlus from 'lucide-react/icons/copy-plus'
import Move from 'lucide-react/icons/move'
import Trash2 from 'lucide-react/icons/trash-2'
import { IconButton } from 'shared/ui'
import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { isSaved, isTemporary } from '../../fields/field-lifecycle.ts'
import { editorTexts } from '../constants.ts'
import type { EditorModel } from '../use-editor.ts'
import styles from './FieldTools.module.css'
import { isInvited } from './is-invited.ts'

export interface FieldToolsProps extends Pick<EditorModel, 'fields' | 'viewer' | 'dialogs' | 'invitations'> {
  readonly field: PlacedField
  readonly placing: boolean
}

export function FieldTools({ fields, viewer, dialogs, invitations, field, placing }: FieldToolsProps) {
  const { replacing } = fields
  return (
    <>
      {isTemporary(field) && placing && viewer.pageCount > 1 && (
        <IconButton
          label={`Repetir en páginas… el campo de ${field.signerName}`}
          icon={<CopyPlus />}
          size="sm"
          onClick={() => dialogs.open({ kind: 'repeat', field })}
        />
      )}
      {isSaved(field) && (
        <IconButton
          label={`${editorTexts.replace} el campo de ${field.signerName}`}
          icon={<Move />}
          size="sm"
          onClick={() => (isInvited(field, invitations) ? replacing.ask(field) : replacing.begin(field))}
        />
      )}
      <IconButton
        className={styles.remove}
        label={`Eliminar campo de ${field.signerName}`}
        icon={<Trash2 />}
        size="sm"
        onClick={() => fields.askToRemove(field)}
      />
    </>
  )
}
