import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { isRemoteName } from 'shared/contract'
import { Button } from 'shared/ui'
import { RemoteOutline } from './RemoteOutline.tsx'
import styles from './tools.module.css'
import type { DeveloperTools } from './tools.ts'

const hostOf = (address: string): string => new URL(address).host

const isShortcut = ({ altKey, shiftKey, ctrlKey, metaKey, code }: KeyboardEvent): boolean =>
  altKey && shiftKey && !ctrlKey && !metaKey && code === 'KeyR'

const useShortcut = (run: () => void): void => {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => isShortcut(event) && run()
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [run])
}

export function ToolsPanel({ tools }: { readonly tools: DeveloperTools }) {
  const [outlined, setOutlined] = useState(tools.settings.outline)
  const toggle = () => {
    tools.keepOutline(!outlined)
    setOutlined(!outlined)
  }
  useShortcut(toggle)
  return (
    <>
      {outlined && <RemoteOutline loads={tools.loads} />}
      <section className={styles.panel} aria-label="Herramientas de desarrollo">
        {Object.keys(tools.settings.overrides)
          .filter(isRemoteName)
          .map((name) => {
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

/** A separate root survives crashes. */
export const mountTools = (tools: DeveloperTools): void => {
  const place = document.createElement('div')
  place.dataset.tools = ''
  document.body.append(place)
  createRoot(place).render(<ToolsPanel tools={tools} />)
}
