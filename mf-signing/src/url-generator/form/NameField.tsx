import type { KeyboardEvent, RefObject } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { MAX_LENGTHS, type UserFile } from 'shared/contract'
import { TextField } from 'shared/controls'
import { VisuallyHidden } from 'shared/ui'
import { formatDate } from '../../format.ts'
import { urlTexts } from '../constants.ts'
import styles from './NameField.module.css'

export interface NameFieldProps {
  readonly name: string
  readonly error: string | undefined
  readonly suggestions: readonly UserFile[]
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly onName: (name: string) => void
  readonly onPick: (file: UserFile) => void
}

const NOTHING = -1

const useOptions = (suggestions: readonly UserFile[], onPick: (file: UserFile) => void) => {
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(NOTHING)
  // New suggestions: resets the active option.
  useEffect(() => setActive(NOTHING), [suggestions])
  const shown = open && suggestions.length > 0 ? suggestions : []
  const close = () => {
    setOpen(false)
    setActive(NOTHING)
  }
  // Typing resets the active option, so that Enter takes none.
  const typed = () => {
    setOpen(true)
    setActive(NOTHING)
  }
  const pick = (file: UserFile) => {
    close()
    onPick(file)
  }
  const move = (step: 1 | -1) => {
    setOpen(true)
    if (suggestions.length === 0) return
    const from = active === NOTHING && step === -1 ? 0 : active
    setActive((from + step + suggestions.length) % suggestions.length)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = shown[active]
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape' && shown.length > 0) close()
    else if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) pick(chosen)
    else {
      // Submits the typed name.
      if (event.key === 'Enter') close()
      return
    }
    event.preventDefault()
  }
  return { shown, active, typed, close, pick, onKeyDown }
}

const countOf = (count: number): string => {
  if (count === 0) return ''
  return count === 1 ? '1 documento sugerido' : `${count} documentos sugeridos`
}

/**
 * A `datalist` gives only a text, but documents may share
 * a name. Browsers also hide 'Contrato Único' when 'unico'
 * is typed (specification 2, section 5).
 */
export function NameField({ name, error, suggestions, inputRef, onName, onPick }: NameFieldProps) {
  const id = useId()
  const options = useOptions(suggestions, onPick)
  const { shown, active } = options
  const expanded = shown.length > 0

  return (
    <div className={styles.field}>
      <TextField
        label="Nombre del archivo"
        ref={inputRef}
        value={name}
        error={error}
        role="combobox"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={MAX_LENGTHS.filenameQuery}
        aria-autocomplete="list"
        aria-expanded={expanded}
        aria-controls={expanded ? `${id}-options` : undefined}
        aria-activedescendant={shown[active] ? `${id}-${shown[active].id}` : undefined}
        onChange={(event) => {
          options.typed()
          onName(event.target.value)
        }}
        onKeyDown={options.onKeyDown}
        onBlur={options.close}
      />
      {expanded && (
        <div id={`${id}-options`} role="listbox" aria-label="Documentos sugeridos" className={styles.options}>
          {shown.map((file, index) => (
            <Option
              key={file.id}
              id={`${id}-${file.id}`}
              file={file}
              selected={index === active}
              onPick={() => options.pick(file)}
            />
          ))}
        </div>
      )}
      <VisuallyHidden role="status">{countOf(shown.length)}</VisuallyHidden>
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly file: UserFile
  readonly selected: boolean
  readonly onPick: () => void
}

function Option({ id, file, selected, onPick }: OptionProps) {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (selected) option.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys.
    <div
      id={id}
      ref={option}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      className={styles.option}
      // Keeps the focus in the input.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <span className={styles.name}>{file.original_filename}</span>
      <span className={styles.detail}>
        {formatDate(file.uploaded_at)}
        {file.is_shared && ` · ${urlTexts.isPublic}`}
      </span>
    </div>
  )
}
