import type { RemoteName } from 'shared/contract'
import type { LoadEvent } from 'shared/contract/load-events'
import { TOOLS_KEY } from '../remotes/start-tools.ts'
import { allowedOnly, hasAny, parseSettings, type Settings, withoutTools, withQuery } from './settings.ts'

/** The tools of a tab that asked for them. */
export interface Tools {
  readonly settings: Settings
  /** Address of the manifest that stands in for the site's releases of a remote. */
  overrideOf(remote: RemoteName): string | undefined
  /** How the last load of each remote went. */
  readonly loads: ReadonlyMap<RemoteName, LoadEvent>
  note(event: LoadEvent): void
  keepOutline(outline: boolean): void
  /** Takes a remote from the site again. The page starts anew: what is loaded cannot be unloaded. */
  dropOverride(remote: RemoteName): void
}

const originsOf = (page: Document): readonly string[] =>
  page.querySelector<HTMLMetaElement>('meta[name="trazo-mf-overrides"]')?.content.split(' ') ?? []

const keep = (settings: Settings): void => {
  if (hasAny(settings)) sessionStorage.setItem(TOOLS_KEY, JSON.stringify(settings))
  else sessionStorage.removeItem(TOOLS_KEY)
}

const showPanel = async (tools: Tools): Promise<void> => {
  const { mountTools } = await import('./mount-tools.tsx')
  mountTools(tools)
}

/** What the tools do with the page; a parameter for tests. */
interface PagePorts {
  /** Starts the page again, without what its address says to the tools: it would bring back what was dropped. */
  reload(): void
  show(tools: Tools): Promise<void>
}

const reload = (): void => {
  window.history.replaceState(window.history.state, '', withoutTools(window.location.href))
  window.location.reload()
}

/** Reads what this tab wants, keeps it for its session, and shows it. */
export const createTools = (page: PagePorts = { reload, show: showPanel }): Tools => {
  const asked = withQuery(parseSettings(sessionStorage.getItem(TOOLS_KEY)), window.location.search)
  const settings = allowedOnly(asked, originsOf(document))
  for (const name of Object.keys(asked.overrides))
    if (!(name in settings.overrides))
      // biome-ignore lint/suspicious/noConsole: only whoever develops asks for this, and reads it here
      console.warn(`[${name}] this site takes no remote from there (MF_OVERRIDE_ORIGINS)`)
  keep(settings)
  let kept = settings
  const loads = new Map<RemoteName, LoadEvent>()
  const tools: Tools = {
    settings,
    overrideOf: (remote) => settings.overrides[remote],
    loads,
    note: (event) => void loads.set(event.remote, event),
    keepOutline(outline) {
      kept = { ...kept, outline }
      keep(kept)
    },
    dropOverride(remote) {
      const { [remote]: _dropped, ...overrides } = kept.overrides
      kept = { ...kept, overrides }
      keep(kept)
      page.reload()
    },
  }
  if (hasAny(settings)) void page.show(tools)
  return tools
}
