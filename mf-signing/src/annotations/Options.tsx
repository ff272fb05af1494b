import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useState } from 'react'
import { IconButton } from 'shared/ui'
import { useSmallWindow } from '../editor/use-small-window.ts'
import styles from './AnnotationEditor.module.css'
import { annotationTexts as texts } from './texts.ts'
import type { ModeParametersProps } from './toolbar/ModeParameters.tsx'
import { ModeParameters } from './toolbar/ModeParameters.tsx'

/** The parameters of a mode: a line below the tools, or in a small window a sheet above them. */
export function Options(props: ModeParametersProps) {
  const { mode } = props.state
  const small = useSmallWindow()
  const [open, setOpen] = useState(false)
  const id = useId()
  // Whoever takes up another tool first sees what it leaves on the page.
  useEffect(() => setOpen(false), [mode])
  if (mode === 'none') return null
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
          <IconButton className={styles.close} label={texts.closeOptions} icon={<X />} onClick={() => setOpen(false)} />
          <ModeParameters {...props} />
        </section>
      )}
    </>
  )
}
