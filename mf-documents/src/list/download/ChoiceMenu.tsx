import { type ReactElement, useId } from 'react'
import { IconButton } from 'shared/ui'
import styles from './ChoiceMenu.module.css'

export interface ChoiceMenuProps<T extends string> {
  readonly title: string
  readonly label: string
  readonly icon: ReactElement
  readonly busy: boolean
  readonly choices: readonly { readonly choice: T; readonly text: string; readonly hint: string }[]
  readonly onChoose: (choice: T) => void
}

/** A native popover: Esc and a click outside close it. */
export function ChoiceMenu<T extends string>({ title, label, icon, busy, choices, onChoose }: ChoiceMenuProps<T>) {
  const id = useId()
  // Each menu is anchored to its own button.
  const anchor = `--menu${id.replace(/\W/g, '')}`
  return (
    <>
      <IconButton
        label={label}
        title={title}
        icon={icon}
        size="sm"
        aria-busy={busy}
        popoverTarget={id}
        style={{ anchorName: anchor }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls. */}
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className={styles.menu}
        style={{ positionAnchor: anchor }}
      >
        <p className={styles.title}>{title}</p>
        {choices.map(({ choice, text, hint }) => (
          <button
            key={choice}
            type="button"
            className={styles.choice}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={() => onChoose(choice)}
          >
            {text}
            <span className={styles.hint}>{hint}</span>
          </button>
        ))}
      </div>
    </>
  )
}
