import { type ReactNode, useState } from 'react'
import { createPath, type Navigator, Router, type To } from 'react-router-dom'

interface HostRouterProps {
  readonly site: string
  /** Path and query of the signing page. */
  readonly start: string
  readonly children: ReactNode
}

const resolvePath = (to: To, here: string): string => {
  const { pathname, search, hash } = new URL(typeof to === 'string' ? to : createPath(to), `http://host${here}`)
  return pathname + search + hash
}

const pathname = (path: string): string => new URL(path, 'http://host').pathname

/** Keeps the host's address. Links to other pages of the site open in a new tab. */
export function HostRouter({ site, start, children }: HostRouterProps) {
  const [here, setHere] = useState(start)
  const go = (to: To) => {
    const path = resolvePath(to, here)
    if (pathname(path) === pathname(start)) setHere(path)
    else window.open(site + path, '_blank', 'noopener')
  }
  const navigator: Navigator = {
    createHref: (to) => site + resolvePath(to, here),
    go: () => undefined,
    push: go,
    replace: go,
  }
  return (
    <Router location={here} navigator={navigator}>
      {children}
    </Router>
  )
}
