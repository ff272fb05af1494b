import Copy from 'lucide-react/icons/copy'
import LinkIcon from 'lucide-react/icons/link'
import type { FormEvent } from 'react'
import { useEffect, useId, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { href } from 'shared/contract'
import { filesApi, isAbort, messageOf, REQUEST_FALLBACK } from 'shared/http'
import { notify } from 'shared/state'
import { Alert, Button, EmptyState, IconButton, StrokeLoader, TextField } from 'shared/ui'
import { findFile, urlTexts } from './find-file.ts'
import styles from './UrlGenerator.module.css'

type Files =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly files: readonly UserFile[] }
  | { readonly kind: 'failed'; readonly message: string }

const useFiles = (): Files => {
  const [state, setState] = useState<Files>({ kind: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    filesApi.list(controller.signal).then(
      (files) => setState({ kind: 'ready', files }),
      (error: unknown) => isAbort(error) || setState({ kind: 'failed', message: messageOf(error, REQUEST_FALLBACK) }),
    )
    return () => controller.abort()
  }, [])
  return state
}

const copy = async (url: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(url)
    notify({ type: 'success', message: urlTexts.copied })
  } catch {
    notify({ type: 'error', message: urlTexts.copyFailed })
  }
}

const relativeUrl = ({ id, original_filename }: UserFile) => href.sign(id, original_filename)
const fullUrl = (file: UserFile) => `${window.location.origin}${relativeUrl(file)}`

/** Makes the public signing address of a document (dashboard tab 'URLs de Firma'). */
export default function UrlGenerator() {
  const state = useFiles()
  switch (state.kind) {
    case 'loading':
      return <StrokeLoader text="Cargando documentos…" />
    case 'failed':
      return <Alert tone="error" title={state.message} />
    case 'ready':
      return state.files.length === 0 ? (
        <EmptyState title="Aún no tienes documentos" text="Sube un PDF y aquí aparecerá su URL de firma." />
      ) : (
        <Generator files={state.files} />
      )
  }
}

function Generator({ files }: { files: readonly UserFile[] }) {
  const id = useId()
  const [name, setName] = useState('')
  const [finding, setFinding] = useState<ReturnType<typeof findFile>>()
  const generate = (event: FormEvent) => {
    event.preventDefault()
    setFinding(findFile(files, name))
  }
  return (
    <div className={styles.generator}>
      <form className={styles.form} noValidate onSubmit={generate}>
        <TextField
          label="Nombre del archivo"
          list={`${id}-names`}
          value={name}
          error={finding?.kind === 'refused' ? finding.message : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" variant="primary" icon={<LinkIcon />}>
          Generar URL
        </Button>
        <datalist id={`${id}-names`}>
          {files.map((file) => (
            <option key={file.id} value={file.original_filename} />
          ))}
        </datalist>
      </form>
      {finding?.kind === 'found' && (
        <dl className={styles.result} aria-live="polite">
          <Address name="URL relativa" url={relativeUrl(finding.file)} />
          <Address name="URL completa" url={fullUrl(finding.file)} />
        </dl>
      )}
      <h3 className={styles.heading}>Tus documentos</h3>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to Safari unless it says so. */}
      <ul role="list" className={styles.list}>
        {files.map((file) => (
          <li key={file.id} className={styles.row}>
            <div className={styles.file}>
              <p className={styles.name}>{file.original_filename}</p>
              <p className={styles.url}>{relativeUrl(file)}</p>
            </div>
            <IconButton
              label={`Copiar la URL de ${file.original_filename}`}
              icon={<Copy />}
              onClick={() => copy(fullUrl(file))}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Address({ name, url }: { name: string; url: string }) {
  return (
    <div className={styles.address}>
      <dt>{name}</dt>
      <dd>
        <code>{url}</code>
        <Button size="sm" icon={<Copy />} aria-label={`Copiar ${name}`} onClick={() => copy(url)}>
          Copiar
        </Button>
      </dd>
    </div>
  )
}
