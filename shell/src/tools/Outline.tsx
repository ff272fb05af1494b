import { useEffect, useState } from 'react'
import type { LoadEvent } from 'shared/contract/load-events'
import { type Boundary, findBoundaries, labelOf, shellLabel } from './boundaries.ts'
import styles from './tools.module.css'

const useBoundaries = (): readonly Boundary[] => {
  const [found, setFound] = useState<readonly Boundary[]>([])
  // Remotes change the page without notice.
  useEffect(() => {
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setFound(findBoundaries(document)))
    }
    const root = document.getElementById('root')
    const changes = new MutationObserver(look)
    if (root) changes.observe(root, { childList: true, subtree: true, attributes: true })
    const options = { capture: true, passive: true }
    const events = ['scroll', 'resize', 'load', 'transitionend'] as const
    for (const name of events) window.addEventListener(name, look, options)
    look()
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      for (const name of events) window.removeEventListener(name, look, options)
    }
  }, [])
  return found
}

const useShellLabel = (): string => {
  const [label, setLabel] = useState('shell')
  useEffect(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
    const health = fetch('/healthz').then((answer) => answer.json())
    health.then((body: unknown) => setLabel(shellLabel(body, paint))).catch(() => undefined)
  }, [])
  return label
}

export function Outline({ loads }: { readonly loads: ReadonlyMap<string, LoadEvent> }) {
  const shell = useShellLabel()
  return (
    <div className={styles.areas} aria-hidden="true">
      {useBoundaries().map(({ owner, left, top, width, height }, index) => (
        <div
          key={index}
          className={styles.area}
          data-owner={owner}
          style={{ insetInlineStart: left, insetBlockStart: top, inlineSize: width, blockSize: height }}
        >
          <span className={styles.label}>{owner === 'shell' ? shell : labelOf(owner, loads.get(owner))}</span>
        </div>
      ))}
    </div>
  )
}
