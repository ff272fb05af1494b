import FileCheck from 'lucide-react/icons/file-check'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { FileDrop } from 'shared/controls'
import styles from './FileToVerify.module.css'

interface FileToVerifyProps {
  readonly refusal: string | undefined
  readonly onFile: (file: File) => void
}

/** The file stays on this device. */
export function FileToVerify({ refusal, onFile }: FileToVerifyProps) {
  return (
    <FileDrop
      accept="application/pdf,.pdf"
      invitation={{
        mouse: 'Arrastra un PDF firmado aquí o haz clic para elegirlo',
        touch: 'Toca para elegir un PDF firmado',
      }}
      icon={<FileCheck />}
      error={refusal}
      help={
        <p className={styles.private}>
          <LockKeyhole /> Se comprueba en este dispositivo: el archivo no se envía a ninguna parte.
        </p>
      }
      onFile={onFile}
    />
  )
}
