import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef, useState } from 'react'
import { IconButton } from 'shared/ui'
import { useSmallWindow } from '../ui/use-small-window.ts'
import styles from './AnnotationEditor.module.css'
import type { AnnotationMode } from './modes.ts'
import { annotationTexts as texts } from './texts.ts'
import type { ModeParametersProps } from './toolbar/ModeParameters.tsx'
import { ModeParameters } from './toolbar/ModeParameters.tsx'

/** Modes that start with a choice. */
const begins: ReadonlySet<AnnotationMode> = new Set(['image', 'signature'])

export function ModeOptions(props: ModeParametersProps) {
  const { mode, hasSelection } = props.state
  const small = useSmallWindow()
  const [open, setOpen] = useState(false)
  const id = useId()
  const selecting = useRef(hasSelection)
  // Closed by default to show the page, unless the mode needs a choice.
  useEffect(() => setOpen(begins.has(mode) && !selecting.current), [mode])
  useEffect(() => {
    selecting.current = hasSelection
    if (hasSelection) setOpen(false)
  }, [hasSelection])
  // Comments have their own sheet.
  if (mode === 'none' || (small && mode === 'comments')) return null
  if (!small) {
    return (
      <div className={styles.options}>
        <ModeParameters {...props} />
      </div>
    )
  }
  return (
    <>
      <div className={styles.handle}>
        <IconButton
          label={`${texts.modes[mode]}: ${texts.options.toLowerCase()}`}
          icon={<SlidersHorizontal />}
          aria-expanded={open}
          {...(open ? { 'aria-controls': id } : {})}
          onClick={() => setOpen(!open)}
        />
      </div>
      {open && (
        <section id={id} className={styles.sheet} aria-label={`${texts.options}: ${texts.modes[mode]}`}>
          <div className={styles.sheetTop}>
            <h3>{texts.modes[mode]}</h3>
            <IconButton label={texts.closeOptions} icon={<X />} onClick={() => setOpen(false)} />
          </div>
          <ModeParameters {...props} />
        </section>
      )}
    </>
  )
}
