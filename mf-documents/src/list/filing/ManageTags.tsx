import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { type KeyboardEvent, useState } from 'react'
import { TextField } from 'shared/controls'
import { messageOf } from 'shared/http'
import { type AccountTag, parseTagName, tagsApi } from 'shared/http/deferred'
import { Button, IconButton } from 'shared/ui'
import { formatCount } from '../../format.ts'
import { ProblemAlert } from '../../forms/ProblemAlert.tsx'
import styles from './Filing.module.css'

interface ManageTagsProps {
  readonly tags: readonly AccountTag[]
  readonly onRenamed: (tag: AccountTag, name: string) => void
  readonly onDeleted: (tag: AccountTag) => void
}

/** The tags of the account, whatever is chosen. */
export function ManageTags({ tags, onRenamed, onDeleted }: ManageTagsProps) {
  const [known, setKnown] = useState(tags)
  if (tags.length === 0) return null
  return (
    <details className={styles.manage}>
      <summary>Cambiar o eliminar etiquetas</summary>
      <ul>
        {known.map((tag) => (
          <ManagedTag
            key={tag.id}
            tag={tag}
            onRenamed={(renamed) => {
              setKnown(known.map((each) => (each.id === tag.id ? renamed : each)))
              onRenamed(tag, renamed.name)
            }}
            onDeleted={() => {
              setKnown(known.filter(({ id }) => id !== tag.id))
              onDeleted(tag)
            }}
          />
        ))}
      </ul>
    </details>
  )
}

interface ManagedTagProps {
  readonly tag: AccountTag
  readonly onRenamed: (tag: AccountTag) => void
  readonly onDeleted: () => void
}

const usesOf = ({ documents, templates }: AccountTag): string =>
  [
    formatCount(documents, 'documento', 'documentos'),
    ...(templates > 0 ? [formatCount(templates, 'plantilla', 'plantillas')] : []),
  ].join(' y ')

function ManagedTag({ tag, onRenamed, onDeleted }: ManagedTagProps) {
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown')
  const [problem, setProblem] = useState<string>()
  const remove = async () => {
    try {
      await tagsApi.delete(tag.id)
      onDeleted()
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  const finish = (renamed: AccountTag | undefined) => {
    setMode('shown')
    if (renamed) onRenamed(renamed)
  }
  if (mode === 'renaming') return <RenamedTag tag={tag} onDone={finish} />
  return (
    <li>
      <span className={styles.managed}>
        {tag.name} <small>{usesOf(tag)}</small>
      </span>
      {mode === 'shown' ? (
        <>
          <IconButton
            size="sm"
            label={`Cambiar nombre de ${tag.name}`}
            icon={<Pencil />}
            onClick={() => setMode('renaming')}
          />
          <IconButton
            size="sm"
            label={`Eliminar la etiqueta ${tag.name}`}
            icon={<Trash2 />}
            onClick={() => setMode('deleting')}
          />
        </>
      ) : (
        <>
          <Button autoFocus size="sm" onClick={() => finish(undefined)}>
            Conservar
          </Button>
          <Button size="sm" variant="danger" onClick={() => void remove()}>
            Eliminar etiqueta
          </Button>
        </>
      )}
      <ProblemAlert text={problem} />
    </li>
  )
}

interface RenamedTagProps {
  readonly tag: AccountTag
  /** Undefined: the name stays. */
  readonly onDone: (renamed: AccountTag | undefined) => void
}

function RenamedTag({ tag, onDone }: RenamedTagProps) {
  const [typed, setTyped] = useState(tag.name)
  const [error, setError] = useState<string>()
  const rename = async () => {
    const name = parseTagName(typed)
    if (typeof name !== 'string') return setError(name.problem)
    try {
      onDone(await tagsApi.rename(tag.id, name))
    } catch (failure) {
      setError(messageOf(failure))
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void rename()
  }
  return (
    <li>
      <TextField
        autoFocus
        label={`Nombre nuevo de ${tag.name}`}
        value={typed}
        error={error}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
        action={
          <>
            <Button size="sm" onClick={() => onDone(undefined)}>
              Cancelar
            </Button>
            <Button size="sm" variant="primary" onClick={() => void rename()}>
              Cambiar
            </Button>
          </>
        }
      />
    </li>
  )
}
