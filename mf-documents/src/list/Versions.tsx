import History from 'lucide-react/icons/history'
import { useId } from 'react'
import type { UserFile } from 'shared/contract'
import { IconButton } from 'shared/ui'
import { formatSignatures } from '../format.ts'
import styles from './CardActions.module.css'
import type { Revision } from './download-document.ts'

/** How the original differs from the newest. */
const originalHint = ({ rewritten, revision }: UserFile): string => {
  if (rewritten === 'normalised') return 'Como llegó, antes de repararlo'
  return revision > 1 && rewritten === 'cleaned' ? 'Sin el contenido activo, antes de firmar' : 'Tal como lo subiste'
}

const newestHint = ({ fields_signed: signed, fields_total: total }: UserFile): string =>
  total > 0 ? `Con ${formatSignatures(signed, total)}` : 'Lo que ven quienes firman'

export interface VersionsProps {
  readonly file: UserFile
  readonly busy: boolean
  readonly onDownload: (revision: Revision) => void
}

/** A document's versions in a menu of the platform's own: Esc and a click beside it close it. */
export function Versions({ file, busy, onDownload }: VersionsProps) {
  const id = useId()
  // One name for each card: the menu stands at its own button.
  const anchor = `--versiones${id.replace(/\W/g, '')}`
  const label = `Versiones de ${file.original_filename}`
  const choices = [
    { revision: 'newest', text: 'Descargar la más reciente', hint: newestHint(file) },
    { revision: 'original', text: 'Descargar original', hint: originalHint(file) },
  ] as const
  return (
    <>
      <IconButton
        label={label}
        title="Versiones"
        icon={<History />}
        size="sm"
        aria-busy={busy}
        popoverTarget={id}
        style={{ anchorName: anchor }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in. */}
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className={styles.versions}
        style={{ positionAnchor: anchor }}
      >
        <p className={styles.title}>Versiones</p>
        {choices.map(({ revision, text, hint }) => (
          <button
            key={revision}
            type="button"
            className={styles.version}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={() => onDownload(revision)}
          >
            {text}
            <span className={styles.hint}>{hint}</span>
          </button>
        ))}
      </div>
    </>
  )
}
