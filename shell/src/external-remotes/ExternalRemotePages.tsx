import { type ComponentType, useEffect } from 'react'
import { PRODUCT } from 'shared/contract'
import { addedMounts, type RegisteredMount } from 'shared/contract/added-mounts'
import { NavLink, Route, Routes, useLocation } from 'shared/router'
import { useSession } from 'shared/state'
import type { AnnouncedRemotes } from '../registry/StartRegistry.tsx'
import type { RemoteViewProps } from '../remotes/RemoteView.tsx'
import type { admitToRoute } from '../session/admit.ts'
import type { SessionGuardProps } from '../session/SessionGuard.tsx'

export interface FromRegistry {
  readonly remotes: AnnouncedRemotes
}

/** Imports would keep the first chunk from joining these modules. */
export interface PageParts {
  readonly Guard: ComponentType<SessionGuardProps>
  readonly View: ComponentType<RemoteViewProps>
  readonly Page: ComponentType<{ readonly Component: ComponentType }>
  readonly NotFound: ComponentType
}

type AddedPageProps = Pick<RegisteredMount, 'remote' | 'prefix' | 'title'> & Omit<PageParts, 'Guard'>

function AddedPage({ remote, prefix, title, View, Page, NotFound }: AddedPageProps) {
  const { pathname } = useLocation()
  // After the shell has called the address unknown.
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`
  }, [pathname, title])
  return (
    <View remote={remote}>
      {({ routes }) => (
        <Routes>
          {routes
            .filter(({ path }) => `${path}/`.startsWith(`${prefix}/`))
            .map(({ path, Component }) => (
              <Route key={path} path={path.slice(prefix.length + 1)} element={<Page Component={Component} />} />
            ))}
          <Route path="*" element={<NotFound />} />
        </Routes>
      )}
    </View>
  )
}

export function ExternalRemotePages({ remotes, Guard, ...parts }: FromRegistry & PageParts) {
  return (
    <Routes>
      {addedMounts(remotes).map(({ access, menu: _item, ...mount }) => (
        <Route
          key={mount.prefix}
          path={`${mount.prefix}/*`}
          element={
            <Guard key={mount.prefix} access={access}>
              <AddedPage {...mount} {...parts} />
            </Guard>
          }
        />
      ))}
      <Route path="*" element={<parts.NotFound />} />
    </Routes>
  )
}

export interface ExternalRemoteItemsProps extends FromRegistry {
  readonly className: string | undefined
  readonly admits: typeof admitToRoute
}

export function ExternalRemoteItems({ remotes, className, admits }: ExternalRemoteItemsProps) {
  const { kind } = useSession()
  const open = addedMounts(remotes).filter(({ access }) => admits(access, kind, false).kind === 'show')
  return open.map(
    ({ prefix, menu }) =>
      menu && (
        <NavLink key={prefix} className={className} to={prefix}>
          {menu}
        </NavLink>
      ),
  )
}
