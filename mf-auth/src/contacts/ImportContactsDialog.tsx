import { useRef, useState } from 'react'
import { CONTACTS_FILE_MAX, CONTACTS_IMPORTED_MAX, type ContactsImport } from 'shared/contract/signing-order'
import { Dialog, FileDrop } from 'shared/controls'
import { notify } from 'shared/state'
import { Alert, Button } from 'shared/ui'
import { contactsApi } from '../api/contacts-api.ts'
import { formFailureMessage } from '../forms/failure-message.ts'
import { failureTexts } from '../forms/failure-texts.ts'
import styles from './Contacts.module.css'
import { readAsBase64 } from './read-as-base64.ts'

const limits = `Hasta ${CONTACTS_IMPORTED_MAX} filas y ${CONTACTS_FILE_MAX / 1000} kB. Sirve con comas o con punto y coma.`
const TOO_LARGE = `El archivo pesa más de ${CONTACTS_FILE_MAX / 1000} kB. Divídelo en varios.`
const UNREADABLE = 'No se pudo leer el archivo. Elígelo de nuevo.'

/** `content` in base64. */
type ImportState =
  | { readonly kind: 'asking'; readonly problem?: string }
  | { readonly kind: 'reading' }
  | { readonly kind: 'checked'; readonly content: string; readonly result: ContactsImport; readonly problem?: string }
  | { readonly kind: 'saving'; readonly content: string; readonly result: ContactsImport }

const countPeople = (count: number): string => (count === 1 ? '1 contacto' : `${count} contactos`)

// The browser's errors of a moved file or a lost disk are DOMExceptions.
const problemOf = (error: unknown): string =>
  error instanceof DOMException ? UNREADABLE : formFailureMessage(error, failureTexts.importContacts)

const checkFile = async (file: File): Promise<ImportState> => {
  if (file.size > CONTACTS_FILE_MAX) return { kind: 'asking', problem: TOO_LARGE }
  try {
    const content = await readAsBase64(file)
    return { kind: 'checked', content, result: await contactsApi.import(content, true) }
  } catch (error) {
    return { kind: 'asking', problem: problemOf(error) }
  }
}

export interface ImportContactsDialogProps {
  readonly onDone: () => void
  readonly onClose: () => void
}

const useImport = (onDone: () => void) => {
  const [state, setState] = useState<ImportState>({ kind: 'asking' })
  const read = async (file: File) => {
    setState({ kind: 'reading' })
    setState(await checkFile(file))
  }
  const save = async (content: string, result: ContactsImport) => {
    setState({ kind: 'saving', content, result })
    try {
      const { saved } = await contactsApi.import(content, false)
      notify({ type: 'success', message: `Importamos ${countPeople(saved)}.` })
      onDone()
    } catch (error) {
      setState({ kind: 'checked', content, result, problem: problemOf(error) })
    }
  }
  return { state, read, save, again: () => setState({ kind: 'asking' }) }
}

/** The file is checked first: nothing is saved before its rows were shown. */
export function ImportContactsDialog({ onDone, onClose }: ImportContactsDialogProps) {
  const { state, read, save, again } = useImport(onDone)
  const input = useRef<HTMLInputElement>(null)
  const checked = state.kind === 'checked' || state.kind === 'saving' ? state : undefined
  const busy = state.kind === 'saving'
  return (
    <Dialog
      open
      closable={!busy}
      onClose={onClose}
      title="Importar contactos"
      description="Un archivo CSV con una persona por fila: su nombre y su email. Un email que ya tienes recibe el nombre nuevo."
      footer={
        <>
          <Button disabled={busy} onClick={checked ? again : onClose}>
            {checked ? 'Elegir otro archivo' : 'Cancelar'}
          </Button>
          {checked && checked.result.ready > 0 && (
            <Button
              variant="primary"
              busy={busy}
              busyLabel="Importando…"
              onClick={() => void save(checked.content, checked.result)}
            >
              Importar {countPeople(checked.result.ready)}
            </Button>
          )}
        </>
      }
    >
      {checked ? (
        <CheckedFile {...checked.result} />
      ) : (
        <FileDrop
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          icon={<ListIcon />}
          invitation={{
            mouse: 'Arrastra un archivo CSV o haz clic para elegirlo',
            touch: 'Toca para elegir un archivo CSV',
          }}
          help={state.kind === 'reading' ? 'Revisando el archivo…' : limits}
          error={state.kind === 'asking' ? state.problem : undefined}
          disabled={state.kind === 'reading'}
          inputRef={input}
          onFile={(file) => void read(file)}
        />
      )}
      {state.kind === 'checked' && state.problem !== undefined && (
        <Alert tone="error" live="assertive">
          {state.problem}
        </Alert>
      )}
    </Dialog>
  )
}

function CheckedFile({ ready, sample, problems }: ContactsImport) {
  return (
    <div className={styles.checked}>
      <p role="status">
        {ready === 0 ? 'Ninguna fila se puede importar.' : `${countPeople(ready)} por importar.`}
        {problems.length > 0 && ` ${problems.length === 1 ? '1 fila queda' : `${problems.length} filas quedan`} fuera.`}
      </p>
      {sample.length > 0 && (
        <ul className={styles.rows} aria-label="Primeros contactos por importar">
          {sample.map(({ row, name, email }) => (
            <li key={row}>
              {name} ({email})
            </li>
          ))}
        </ul>
      )}
      {problems.length > 0 && (
        <Alert tone="warning" title="Corrige estas filas e importa el archivo de nuevo, o sigue sin ellas">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it. */}
          <section className={styles.problems} tabIndex={0} aria-label="Filas que quedan fuera">
            <ul>
              {problems.map(({ row, message }) => (
                <li key={row}>
                  Fila {row}: {message}
                </li>
              ))}
            </ul>
          </section>
        </Alert>
      )}
    </div>
  )
}

function ListIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14" />
    </svg>
  )
}
