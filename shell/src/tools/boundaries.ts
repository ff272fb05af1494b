import type { LoadEvent } from 'shared/contract/load-events'
import * as v from 'valibot'

/** CSS pixels. */
export interface Boundary {
  readonly owner: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Smaller areas are empty slots. */
const LEAST = 4

export const findBoundaries = (page: Document): Boundary[] => {
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
