import type { RefObject } from 'react'
import { useId } from 'react'
import type { UserFile } from 'shared/contract'
import { Button } from 'shared/ui'
import { formatDateTime } from '../format.ts'
import { SAME_NAME_MAX, urlTexts } from './constants.ts'
import styles from './SameNames.module.css'
import { SharingBadge } from './SharingBadge.tsx'

export interface SameNamesProps {
  readonly files: readonly UserFile[]
  /** The document whose address is being generated. */
  readonly sharing: UserFile | undefined
  readonly headingRef: RefObject<HTMLHeadingElement | null>
  readonly onChoose: (file: UserFile) => void
}

const pagesOf = ({ pages }: UserFile): string => (pages === 1 ? '1 página' : `${pages} páginas`)

/** Several documents bear the name: the person says which one is meant. */
export function SameNames({ files, sharing, headingRef, onChoose }: SameNamesProps) {
  const id = useId()
  return (
    <section className={styles.choice} aria-labelledby={id}>
      <h3 id={id} ref={headingRef} tabIndex={-1} className={styles.heading}>
        {files.length === SAME_NAME_MAX
          ? `Estos son los ${SAME_NAME_MAX} documentos más recientes con ese nombre. ¿De cuál quieres la URL?`
          : `Hay ${files.length} documentos con ese nombre. ¿De cuál quieres la URL?`}
      </h3>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to Safari unless it says so. */}
      <ul role="list" className={styles.list}>
        {files.map((file) => {
          const uploaded = formatDateTime(file.uploaded_at)
          return (
            <li key={file.id} className={styles.file}>
              <div className={styles.facts}>
                <p>Subido el {uploaded}</p>
                <p className={styles.detail}>
                  {pagesOf(file)} <SharingBadge isShared={file.is_shared} />
                </p>
              </div>
              <Button
                size="sm"
                aria-label={`${urlTexts.generate} del subido el ${uploaded}`}
                busy={sharing?.id === file.id}
                busyLabel={urlTexts.generating}
                onClick={() => onChoose(file)}
              >
                {urlTexts.generate}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
