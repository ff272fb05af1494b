import PenLine from 'lucide-react/icons/pen-line'
import { Badge, Button, ToneIcon, VisuallyHidden } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import type { SignerPerson } from '../signers/signers.ts'
import styles from './InviteDialog.module.css'
import type { InviteRow } from './invite-rows.ts'

type Uninvitable = Exclude<InviteRow, { kind: 'guest' }>

export interface UninvitableRowProps {
  readonly row: Uninvitable
  readonly saving: boolean
  readonly onPlace: ((person: SignerPerson) => void) | undefined
}

interface RowWords {
  readonly tone: 'neutral' | 'info' | 'success' | 'warning' | 'error'
  readonly badge: string
  readonly detail: string
}

const wordsOf = (row: Uninvitable, saving: boolean): RowWords => {
  switch (row.kind) {
    case 'unsaved':
      if (saving) return { tone: 'info', badge: 'Guardando…', detail: '' }
      return { tone: 'error', badge: 'Sin guardar', detail: row.reason ?? editorTexts.notSavedYet }
    case 'without-field':
      return { tone: 'warning', badge: 'Sin campo', detail: editorTexts.needsField }
    case 'lost':
      return { tone: 'error', badge: 'Sin campo', detail: editorTexts.fieldIsGone }
    case 'without-email':
      return row.field.status === 'signed'
        ? { tone: 'success', badge: 'Firmado', detail: '' }
        : { tone: 'warning', badge: 'Sin email', detail: editorTexts.needsEmail }
  }
}

const personOf = (row: Uninvitable): SignerPerson =>
  row.kind === 'without-field' ? row.person : { name: row.field.signerName, email: row.field.signerEmail }

export function UninvitableRow({ row, saving, onPlace }: UninvitableRowProps) {
  const { tone, badge, detail } = wordsOf(row, saving)
  const { name, email } = personOf(row)
  const page = row.kind === 'without-field' || row.kind === 'lost' ? [] : [`un campo en la página ${row.field.page}`]
  const placeable = row.kind === 'without-field' || row.kind === 'lost'
  return (
    <li className={styles.guest}>
      <div className={styles.guestHead}>
        <p className={styles.name}>{name}</p>
        <Badge tone={tone} icon={<ToneIcon tone={tone} />}>
          {badge}
        </Badge>
      </div>
      <p className={styles.detail}>{[email, ...page].filter((part) => part !== '').join(' · ')}</p>
      {detail && <p className={tone === 'error' ? styles.error : styles.detail}>{detail}</p>}
      {placeable && onPlace && (
        <div className={styles.guestActions}>
          <Button size="sm" icon={<PenLine />} onClick={() => onPlace({ name, email })}>
            {editorTexts.placeField}
            <VisuallyHidden> de {name}</VisuallyHidden>
          </Button>
        </div>
      )}
    </li>
  )
}
