import FileUp from 'lucide-react/icons/file-up'
import { useRef } from 'react'
import { PDF_MIME_TYPE } from 'shared/contract'
import { Button } from 'shared/ui'
import styles from './QuickUpload.module.css'
import { usePageDrop } from './use-page-drop.ts'

export interface QuickUploadProps {
  readonly enabled: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** A file that is dropped on the list, or chosen here, is uploaded and opens; the form of the tab is for later. */
export function QuickUpload({ enabled, onFiles }: QuickUploadProps) {
  const over = usePageDrop(enabled, (files) => files.length > 0 && onFiles(files))
  const input = useRef<HTMLInputElement>(null)
  const choose = () => {
    const chooser = document.createElement('input')
    chooser.type = 'file'
    chooser.multiple = true
    chooser.accept = `${PDF_MIME_TYPE},.pdf`
    chooser.onchange = () => onFiles([...(chooser.files ?? [])])
    // Safari forgets an element that nothing refers to while its question is open.
    input.current = chooser
    chooser.click()
  }
  if (!enabled) return null
  return (
    <>
      <Button variant="primary" icon={<FileUp />} onClick={choose}>
        Subir un PDF
      </Button>
      {over && (
        <div className={styles.over}>
          <p className={styles.text}>
            <FileUp /> Suelta el PDF: lo subimos y lo abrimos
          </p>
        </div>
      )}
    </>
  )
}
