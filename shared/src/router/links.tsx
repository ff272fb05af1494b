import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router-dom'
import { cx } from '../ui/styles/cx.ts'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Path within the site. */
  readonly to: string
  readonly replace?: boolean
  readonly state?: unknown
}

/** The router's own brings prefetching and forms: 3 kB (gzip) more. */
export function Link({ to, replace, state, target, onClick, ...rest }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    state,
    ...(replace === undefined ? {} : { replace }),
    ...(target === undefined ? {} : { target }),
  })
  return (
    <a
      {...rest}
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
  /** Is not current below its path. */
  readonly end?: boolean
}

/** Paths ignore case, as in routes. */
export function NavLink({ end = false, className, ...rest }: NavLinkProps) {
  const there = useResolvedPath(rest.to).pathname.toLowerCase()
  const here = useLocation().pathname.toLowerCase()
  const current = here === there || (!end && here.startsWith(`${there}/`))
  return <Link {...rest} aria-current={current ? 'page' : undefined} className={cx(className, current && 'active')} />
}
