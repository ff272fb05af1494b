import { useEffect, useState } from 'react'
import type { LoadEvent } from 'shared/contract/load-events'
import * as v from 'valibot'
import styles from './tools.module.css'

/** Smaller areas are empty slots. */
const LEAST = 4

/** In CSS pixels. */
export const findBoundaries = (page: Document) => {
  const root = page.getElementById('root')
  const elements = [...page.querySelectorAll<HTMLElement>('[data-boundary]')]
  return [root, ...elements].flatMap((element) => {
    if (!element) return []
    const { left, top, width, height } = element.getBoundingClientRect()
    const owner = element.dataset.boundary ?? 'shell'
    return width < LEAST || height < LEAST ? [] : [{ owner, left, top, width, height }]
  })
}

const outcomes: Record<LoadEvent['outcome'], string> = {
  loaded: '',
  retried: ', al segundo intento',
  'fell-back': ', la versión anterior',
  failed: ', no se pudo cargar',
}

export const shellLabel = (health: unknown, firstPaintMs: number | undefined): string => {
  const parsed = v.safeParse(v.object({ release: v.string() }), health)
  const parts = ['shell', parsed.success ? parsed.output.release : 'sin versión']
  return [...parts, ...(firstPaintMs === undefined ? [] : [`${Math.round(firstPaintMs)} ms`])].join(' · ')
}

export const labelOf = (owner: string, load: LoadEvent | undefined): string =>
  load ? `${owner} · ${load.release ?? 'sin versión'} · ${load.ms} ms${outcomes[load.outcome]}` : owner

const useBoundaries = () => {
  const [found, setFound] = useState<ReturnType<typeof findBoundaries>>([])
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

export function RemoteOutline({ loads }: { readonly loads: ReadonlyMap<string, LoadEvent> }) {
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
