import CircleHelp from 'lucide-react/icons/circle-help'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Search from 'lucide-react/icons/search'
import type { FocusEvent, KeyboardEvent } from 'react'
import { useId, useRef, useState } from 'react'
import { Button, IconButton } from 'shared/ui'
import { helpTexts, viewerTexts } from './constants.ts'
import styles from './Viewer.module.css'

export interface ViewerHelpProps {
  readonly onReset: () => void
  readonly onFind: () => void
}

export function ViewerHelp({ onReset, onFind }: ViewerHelpProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const leaveFor = (what: () => void) => () => {
    close()
    what()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    event.preventDefault()
    close()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles events of its button and panel.
    <div className={styles.help} onKeyDown={onKeyDown} onBlur={onBlur}>
      <IconButton
        ref={button}
        label="Ayuda y herramientas"
        icon={<CircleHelp />}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && <HelpPanel id={id} onReset={leaveFor(onReset)} onFind={leaveFor(onFind)} />}
    </div>
  )
}

interface HelpPanelProps extends ViewerHelpProps {
  readonly id: string
}

function HelpPanel({ id, onReset, onFind }: HelpPanelProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus inside the panel.
    <div id={id} className={styles.panel} onMouseDown={(event) => event.preventDefault()}>
      <div className={styles.tools}>
        <Button icon={<Search />} onClick={onFind}>
          Buscar
        </Button>
        <Button icon={<RotateCcw />} onClick={onReset}>
          Restablecer
        </Button>
      </div>
      <p className={styles.helpTitle}>{helpTexts.title}</p>
      <ul>
        <li>{viewerTexts.hint}</li>
        <li>{helpTexts.touch}</li>
        <li>{helpTexts.text}</li>
        <li>{helpTexts.keys}</li>
      </ul>
    </div>
  )
}
