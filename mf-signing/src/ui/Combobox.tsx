import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { TextField } from 'shared/controls'
import { VisuallyHidden } from 'shared/ui'
import styles from './Combobox.module.css'

export interface ComboboxSuggestion {
  readonly id: number
  readonly text: string
  readonly detail: string
}

export interface ComboboxProps extends Omit<ComponentProps<typeof TextField>, 'onSelect' | 'role' | 'list'> {
  readonly suggestions: readonly ComboboxSuggestion[]
  readonly listLabel: string
  readonly countText: (count: number) => string
  readonly onPick: (id: number) => void
}

const NOTHING = -1

const useOptions = (suggestions: readonly ComboboxSuggestion[], onPick: (id: number) => void) => {
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(NOTHING)
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
  const pick = (id: number) => {
    close()
    onPick(id)
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
    else if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) pick(chosen.id)
    else {
      if (event.key === 'Enter') close()
      return
    }
    event.preventDefault()
  }
  return { shown, active, typed, close, pick, onKeyDown }
}

/** Keeps the focus in the input. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/**
 * A `datalist` gives only a text, but suggestions may share one.
 * Browsers also hide 'Contrato Único' when 'unico' is typed
 * (specification 2, section 5).
 */
export function Combobox({ suggestions, listLabel, countText, onPick, ...input }: ComboboxProps) {
  const id = useId()
  const options = useOptions(suggestions, onPick)
  const { shown, active } = options
  const expanded = shown.length > 0
  return (
    <div className={styles.field}>
      <TextField
        autoComplete="off"
        autoCapitalize="none"
        {...input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={expanded}
        aria-controls={expanded ? `${id}-options` : undefined}
        aria-activedescendant={shown[active] ? `${id}-${shown[active].id}` : undefined}
        onChange={(event) => {
          options.typed()
          input.onChange?.(event)
        }}
        onKeyDown={(event) => {
          options.onKeyDown(event)
          if (!event.isDefaultPrevented()) input.onKeyDown?.(event)
        }}
        onBlur={(event) => {
          options.close()
          input.onBlur?.(event)
        }}
      />
      {expanded && (
        <OptionList id={`${id}-options`} label={listLabel} optionId={(option) => `${id}-${option}`} {...options} />
      )}
      <VisuallyHidden role="status">{shown.length === 0 ? '' : countText(shown.length)}</VisuallyHidden>
    </div>
  )
}

interface OptionListProps extends Pick<ReturnType<typeof useOptions>, 'shown' | 'active' | 'pick'> {
  readonly id: string
  readonly label: string
  readonly optionId: (id: number) => string
}

function OptionList({ id, label, optionId, shown, active, pick }: OptionListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className={styles.options}
      // Browsers give a box that scrolls a tab stop, and this one goes with the input's focus.
      tabIndex={-1}
      onMouseDown={keepFocus}
    >
      {shown.map((suggestion, index) => (
        <Option
          key={suggestion.id}
          id={optionId(suggestion.id)}
          suggestion={suggestion}
          selected={index === active}
          onPick={() => pick(suggestion.id)}
        />
      ))}
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly suggestion: ComboboxSuggestion
  readonly selected: boolean
  readonly onPick: () => void
}

function Option({ id, suggestion, selected, onPick }: OptionProps) {
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
      onClick={onPick}
    >
      <span className={styles.name}>{suggestion.text}</span>
      <span className={styles.detail}>{suggestion.detail}</span>
    </div>
  )
}
