import type { KeyboardEvent, ReactElement, ReactNode } from 'react'
import { useId, useLayoutEffect, useRef } from 'react'
import { Stroke } from '../ui/brand/Stroke.tsx'
import { cx } from '../ui/styles/cx.ts'
import styles from './Tabs.module.css'

export type Tab<Id extends string = string> = {
  id: Id
  label: ReactNode
  icon?: ReactNode
}

type TabsProps<Id extends string> = {
  tabs: readonly Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  /** Accessible name. */
  label: string
  children: ReactNode
  className?: string
}

/** Wraps around; undefined for other keys. */
export const tabAfterKey = (key: string, index: number, count: number): number | undefined => {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count
    case 'ArrowLeft':
      return (index - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

const centreTab = (list: HTMLElement | null, index: number): void => {
  const tab = list?.children[index]
  if (list && tab instanceof HTMLElement) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
}

/**
 * ARIA tabs pattern:
 * https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export const Tabs = <Id extends string>({
  tabs,
  selected,
  onSelect,
  label,
  children,
  className,
}: TabsProps<Id>): ReactElement => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const index = tabs.findIndex((tab) => tab.id === selected)

  useLayoutEffect(() => centreTab(list.current, index), [index])

  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabAfterKey(event.key, index, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || !tab) return
    event.preventDefault()
    onSelect(tab.id)
    const button = list.current?.children[next]
    if (button instanceof HTMLElement) button.focus()
  }

  return (
    <div className={cx(styles.tabs, className)}>
      <div className={styles.list} role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={tab.id === selected}
            aria-controls={tab.id === selected ? `${id}-panel` : undefined}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.icon}
            {tab.label}
            {tab.id === selected && <Stroke className={styles.stroke} writing="once" />}
          </button>
        ))}
      </div>
      <div
        className={styles.panel}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${selected}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel can lack focusable content (ARIA tabs pattern).
        tabIndex={0}
      >
        {children}
      </div>
    </div>
  )
}
