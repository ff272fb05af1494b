import { type ReactElement, useId } from 'react'
import { IconButton } from 'shared/ui'
import styles from './CardActions.module.css'

export interface ChoiceMenuProps<T extends string> {
  /** Above the choices, and beside the button's pointer. */
  readonly title: string
  /** The button's name: says which document. */
  readonly label: string
  readonly icon: ReactElement
  readonly busy: boolean
  readonly choices: readonly { readonly choice: T; readonly text: string; readonly hint: string }[]
  readonly onChoose: (choice: T) => void
}

/** A few things to choose from in a menu of the platform's own: Esc and a click beside it close it. */
export function ChoiceMenu<T extends string>({ title, label, icon, busy, choices, onChoose }: ChoiceMenuProps<T>) {
  const id = useId()
  // One name for each button: the menu stands at its own.
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
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in. */}
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className={styles.versions}
        style={{ positionAnchor: anchor }}
      >
        <p className={styles.title}>{title}</p>
        {choices.map(({ choice, text, hint }) => (
          <button
            key={choice}
            type="button"
            className={styles.version}
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
