import type { RefObject } from 'react'
import { useId } from 'react'
import type { UserFile } from 'shared/contract'
import { Button } from 'shared/ui'
import { formatDateTime } from '../../format.ts'
import { SAME_NAME_MAX, urlTexts } from '../constants.ts'
import { readableAddress, relativeUrl } from '../sharing/addresses.ts'
import { SharingBadge } from '../sharing/SharingBadge.tsx'
import styles from './SameNames.module.css'

export interface SameNamesProps {
  readonly files: readonly UserFile[]
  readonly sharing: UserFile | undefined
  readonly headingRef: RefObject<HTMLHeadingElement | null>
  readonly onChoose: (file: UserFile) => void
}

const pagesText = ({ pages }: UserFile): string => (pages === 1 ? '1 página' : `${pages} páginas`)

export function SameNames({ files, sharing, headingRef, onChoose }: SameNamesProps) {
  const id = useId()
  return (
    <section className={styles.choice} aria-labelledby={id}>
      <h3 id={id} ref={headingRef} tabIndex={-1} className={styles.heading}>
        {files.length === SAME_NAME_MAX
          ? `Estos son los ${SAME_NAME_MAX} documentos más recientes con ese nombre. ¿De cuál quieres la URL?`
          : `Hay ${files.length} documentos con ese nombre. ¿De cuál quieres la URL?`}
      </h3>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets. */}
      <ul role="list" className={styles.list}>
        {files.map((file) => (
          <Choice key={file.id} file={file} busy={sharing?.id === file.id} onChoose={() => onChoose(file)} />
        ))}
      </ul>
    </section>
  )
}

interface ChoiceProps {
  readonly file: UserFile
  readonly busy: boolean
  readonly onChoose: () => void
}

function Choice({ file, busy, onChoose }: ChoiceProps) {
  const id = useId()
  const uploaded = `subido el ${formatDateTime(file.uploaded_at)}`
  return (
    <li className={styles.file}>
      <div className={styles.facts}>
        <p>{file.description || uploaded.replace(/^s/, 'S')}</p>
        <p id={id} className={styles.url}>
          {readableAddress(relativeUrl(file))}
        </p>
        <p className={styles.detail}>
          <SharingBadge file={file} /> {file.description ? `${pagesText(file)}, ${uploaded}` : pagesText(file)}
        </p>
      </div>
      <Button
        size="sm"
        aria-label={busy ? undefined : `${urlTexts.generate} del ${uploaded}`}
        aria-describedby={id}
        busy={busy}
        busyLabel={urlTexts.generating}
        onClick={onChoose}
      >
        {urlTexts.generate}
      </Button>
    </li>
  )
}
