import { useEffect, useState } from 'react'
import { remoteNames } from 'shared/contract'
import { Button } from 'shared/ui'
import { Outline } from './Outline.tsx'
import styles from './tools.module.css'
import type { Tools } from './tools.ts'

/** Where a developer's remote comes from, as short as it can be said. */
export const hostOf = (address: string): string => new URL(address).host

/** Alt+Shift+R: the areas can be shown and hidden while the hands stay on the keyboard. */
const isShortcut = ({ altKey, shiftKey, ctrlKey, metaKey, code }: KeyboardEvent): boolean =>
  altKey && shiftKey && !ctrlKey && !metaKey && code === 'KeyR'

const useShortcut = (run: () => void): void => {
  // Whatever has the focus, in any window of the page.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => isShortcut(event) && run()
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [run])
}

/** What this tab loads from elsewhere, and the switch for the outlines of the teams' areas. */
export function ToolsPanel({ tools }: { readonly tools: Tools }) {
  const [outlined, setOutlined] = useState(tools.settings.outline)
  const toggle = () => {
    tools.keepOutline(!outlined)
    setOutlined(!outlined)
  }
  useShortcut(toggle)
  return (
    <>
      {outlined && <Outline loads={tools.loads} />}
      <section className={styles.panel} aria-label="Herramientas de desarrollo">
        {remoteNames.map((name) => {
          const address = tools.overrideOf(name)
          return (
            address && (
              <p key={name} className={styles.override} role="status">
                <span>
                  Usando {name} desde {hostOf(address)}
                </span>
                <Button size="sm" aria-label={`Quitar ${name}`} onClick={() => tools.dropOverride(name)}>
                  Quitar
                </Button>
              </p>
            )
          )
        })}
        <Button size="sm" variant="ghost" aria-keyshortcuts="Alt+Shift+R" onClick={toggle}>
          {outlined ? 'Ocultar áreas' : 'Mostrar áreas'}
        </Button>
      </section>
    </>
  )
}
