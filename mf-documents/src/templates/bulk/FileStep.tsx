import FileUp from 'lucide-react/icons/file-up'
import type { FormEvent } from 'react'
import { FileDrop, TextAreaField } from 'shared/controls'
import { messageOf } from 'shared/http'
import { BULK_FILE_MAX, type TemplateSummary } from 'shared/http/deferred'
import { Button } from 'shared/ui'
import { formatSignerNames } from '../../format.ts'
import styles from '../Templates.module.css'
import bulk from './Bulk.module.css'
import { SampleFile } from './SampleFile.tsx'

interface FileStepProps {
  readonly form: string
  readonly busy: boolean
  readonly template: TemplateSummary
  readonly pasted: string
  readonly setPasted: (text: string) => void
  readonly setProblem: (problem: string | undefined) => void
  readonly onRead: (bytes: Uint8Array) => Promise<void>
}

/** The browser's errors of a moved file or a lost disk are DOMExceptions. */
const unreadable = (error: unknown): string =>
  error instanceof DOMException ? 'No se pudo leer el archivo. Elígelo de nuevo.' : messageOf(error)

const TOO_LARGE = 'El archivo pesa más de 3 MB. Divídelo en varios.'

export function FileStep({ form, busy, template, pasted, setPasted, setProblem, onRead }: FileStepProps) {
  const guests = template.roles.filter(({ is_owner }) => !is_owner).map(({ name }) => name)
  const read = async (bytes: Uint8Array) => {
    if (bytes.length > BULK_FILE_MAX) setProblem(TOO_LARGE)
    else await onRead(bytes)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pasted.trim() === '') setProblem('Elige un archivo CSV o pega las filas.')
    else void read(new TextEncoder().encode(pasted))
  }
  return (
    <form id={form} noValidate className={styles.form} onSubmit={submit}>
      <div className={bulk.drop}>
        <FileDrop
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          icon={<FileUp />}
          invitation={{
            mouse: 'Arrastra un archivo CSV o haz clic para elegirlo',
            touch: 'Toca para elegir un archivo CSV',
          }}
          help={`Una fila por ${template.set ? 'envío' : 'documento'}, con nombre y email de ${formatSignerNames(guests)}. Hasta 10 000 filas.`}
          disabled={busy}
          onFile={(file) =>
            void file.arrayBuffer().then(
              (bytes) => read(new Uint8Array(bytes)),
              // The file was moved or its disk is gone.
              (error: unknown) => setProblem(unreadable(error)),
            )
          }
        />
      </div>
      <SampleFile template={template} />
      <TextAreaField
        className={bulk.paste}
        label="O pega las filas de tu hoja de cálculo, con sus títulos"
        rows={5}
        value={pasted}
        readOnly={busy}
        onChange={({ target }) => setPasted(target.value)}
      />
      {pasted !== '' && (
        <div>
          <Button size="sm" disabled={busy} onClick={() => setPasted('')}>
            Borrar lo pegado
          </Button>
        </div>
      )}
    </form>
  )
}
