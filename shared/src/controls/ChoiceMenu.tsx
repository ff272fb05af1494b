import { type MouseEvent, type ReactElement, type RefObject, useId } from 'react'
import { IconButton } from '../ui/actions/IconButton.tsx'
import { cx } from '../ui/styles/cx.ts'
import styles from './ChoiceMenu.module.css'

export interface MenuChoice<T extends string> {
  readonly choice: T
  readonly text: string
  readonly hint?: string | undefined
  /** Shown with its hint, which says why. */
  readonly disabled?: boolean
  /** Set apart and red: the choice removes something. */
  readonly removes?: boolean
}

export interface ChoiceMenuProps<T extends string> {
  readonly title: string
  readonly label: string
  readonly icon: ReactElement
  readonly busy: boolean
  readonly opener?: RefObject<HTMLButtonElement | null>
  readonly choices: readonly MenuChoice<T>[]
  readonly onChoose: (choice: T) => void
}

/**
 * Returns the focus to the menu's button before the choice is
 * made. A dialog that the choice opens remembers what had focus:
 * an item of a closed menu cannot take it back. jsdom has no
 * popovers.
 */
const closeMenuOf = ({ currentTarget }: MouseEvent<HTMLElement>): void =>
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover?.()

/** A native popover: Esc and a click outside close it. */
export function ChoiceMenu<T extends string>({
  title,
  label,
  icon,
  busy,
  opener,
  choices,
  onChoose,
}: ChoiceMenuProps<T>) {
  const id = useId()
  // Each menu is anchored to its own button.
  const anchor = `--menu${id.replace(/\W/g, '')}`
  return (
    <>
      <IconButton
        ref={opener}
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
        {choices.map(({ choice, text, hint, disabled, removes }) => (
          <button
            key={choice}
            type="button"
            className={cx(styles.choice, removes && styles.removal)}
            disabled={disabled}
            onClick={(event) => {
              closeMenuOf(event)
              onChoose(choice)
            }}
          >
            {text}
            {hint && <span className={styles.hint}>{hint}</span>}
          </button>
        ))}
      </div>
    </>
  )
}
