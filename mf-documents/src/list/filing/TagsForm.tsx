import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { TextField } from 'shared/controls'
import { messageOf } from 'shared/http'
import { type AccountTag, parseTagName, TAG_NAME_MAX_LENGTH, tagKey, tagsApi } from 'shared/http/deferred'
import { notify } from 'shared/state'
import { Button, VisuallyHidden } from 'shared/ui'
import { ProblemAlert } from '../../forms/ProblemAlert.tsx'
import styles from './Filing.module.css'
import { ManageTags } from './ManageTags.tsx'
import { changesOf, chooseTag, dropRow, findTags, renameRow, startDraft, type TagRow, toggleTag } from './tag-draft.ts'
import type { TaggedObjects } from './tagged-objects.ts'

interface TagsFormProps extends TaggedObjects {
  readonly id: string
  readonly tags: readonly AccountTag[]
  readonly onBusy: (busy: boolean) => void
}

export function TagsForm(props: TagsFormProps) {
  const { id, objects, tags, onApplied } = props
  const [rows, setRows] = useState<readonly TagRow[]>(() =>
    startDraft(
      tags.map(({ name }) => name),
      objects,
    ),
  )
  const { save, problem } = useSaving(props, rows)
  const found = useTagSearch(rows, setRows)
  return (
    <form id={id} noValidate className={styles.form} onSubmit={save}>
      <TextField
        autoFocus
        label="Buscar o crear una etiqueta"
        autoComplete="off"
        enterKeyHint="done"
        value={found.search}
        error={found.error}
        help={rows.length === 0 ? 'Por ejemplo: Alquiler. Escribe su nombre y presiona Enter.' : undefined}
        onChange={({ target }) => found.setSearch(target.value)}
        onKeyDown={found.onKeyDown}
      />
      {found.isNew && (
        <Button className={styles.create} onClick={found.choose}>
          {`Crear «${found.search.trim()}»`}
        </Button>
      )}
      <VisuallyHidden aria-live="polite">{found.said}</VisuallyHidden>
      <TagChoices rows={found.rows} onToggle={(key) => setRows(toggleTag(rows, key))} />
      <ProblemAlert text={problem} />
      <ManageTags
        tags={tags}
        onRenamed={({ name }, renamed) => {
          setRows(renameRow(rows, name, renamed))
          onApplied()
        }}
        onDeleted={({ name }) => {
          setRows(dropRow(rows, name))
          onApplied()
        }}
      />
    </form>
  )
}

const useSaving = ({ kind, objects, onBusy, onApplied, onClose }: TagsFormProps, rows: readonly TagRow[]) => {
  const [problem, setProblem] = useState<string>()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const changes = changesOf(rows)
    if (changes.add.length + changes.remove.length === 0) return onClose()
    setProblem(undefined)
    onBusy(true)
    try {
      await tagsApi.apply({ ...changes, [kind]: objects.map(({ id }) => id) })
      notify({ type: 'success', message: 'Etiquetas guardadas' })
      onApplied()
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
      onBusy(false)
    }
  }
  return { problem, save: (event: FormEvent) => void save(event) }
}

/** Typing finds tags; Enter marks the tag of that name, or creates it. */
const useTagSearch = (rows: readonly TagRow[], setRows: (rows: readonly TagRow[]) => void) => {
  const [search, setText] = useState('')
  const [error, setError] = useState<string>()
  const [said, setSaid] = useState('')
  const setSearch = (text: string) => {
    setText(text)
    setError(undefined)
  }
  const choose = () => {
    const name = parseTagName(search)
    if (typeof name !== 'string') return setError(name.problem)
    setRows(chooseTag(rows, name))
    setSaid(`«${name}» elegida`)
    setSearch('')
  }
  const typed = tagKey(search)
  return {
    search,
    error,
    said,
    setSearch,
    choose,
    rows: findTags(rows, search),
    isNew: typed !== '' && search.length <= TAG_NAME_MAX_LENGTH && !rows.some(({ key }) => key === typed),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || search.trim() === '') return
      event.preventDefault()
      choose()
    },
  }
}

interface TagChoicesProps {
  readonly rows: readonly TagRow[]
  readonly onToggle: (key: string) => void
}

function TagChoices({ rows, onToggle }: TagChoicesProps) {
  if (rows.length === 0) return null
  return (
    <fieldset className={styles.tags}>
      <legend>
        <VisuallyHidden>Etiquetas</VisuallyHidden>
      </legend>
      {rows.map(({ key, name, now }) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={now === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = now === 'some'
            }}
            onChange={() => onToggle(key)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
