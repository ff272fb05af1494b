import type { ComponentProps } from 'react'
import type { To } from 'react-router-dom'
import { useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router-dom'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: To
  /** Goes along to the screen at that address; it is in no URL. */
  readonly state?: unknown
}

/**
 * A link within the site. The router's own component brings forms, prefetching and server rendering with it, 2.5 kB of
 * every page; this one has its click handler alone.
 */
export function Link({ to, state, target, onClick, ...attributes }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state, ...(target === undefined ? {} : { target }) })
  return (
    <a
      {...attributes}
      href={useHref(to)}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}

export interface NavLinkProps extends LinkProps {
  /** Only the address itself is the current page, not those below it. */
  readonly end?: boolean
}

/** A link of a menu: says so when it leads to where one is. */
export function NavLink({ end = false, ...link }: NavLinkProps) {
  const { pathname } = useLocation()
  const target = useResolvedPath(link.to).pathname
  const isHere = pathname === target || (!end && pathname.startsWith(`${target}/`))
  return <Link {...link} aria-current={isHere ? 'page' : undefined} />
}
