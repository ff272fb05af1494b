import type { RemoteName } from 'shared/contract'
import type { LoadEvent } from 'shared/contract/load-events'
import {
  allowedOnly,
  confirmedOnly,
  hasAny,
  NO_SETTINGS,
  parseSettings,
  type ToolSettings,
  withoutTools,
  withQuery,
} from './settings.ts'
import { type DeveloperTools, TOOLS_KEY } from './tools.ts'

const originsOf = (page: Document): readonly string[] =>
  page.querySelector<HTMLMetaElement>('meta[name="trazo-mf-overrides"]')?.content.split(' ') ?? []

const isConfirmed = (page: Document): boolean => page.querySelector('meta[name="trazo-mf-confirmed"]') !== null

const keep = (settings: ToolSettings): void => {
  if (hasAny(settings)) sessionStorage.setItem(TOOLS_KEY, JSON.stringify(settings))
  else sessionStorage.removeItem(TOOLS_KEY)
}

const showPanel = async (tools: DeveloperTools): Promise<void> => {
  const { mountTools } = await import('./ToolsPanel.tsx')
  mountTools(tools)
}

interface PagePorts {
  /** Removes tool parameters from the URL first. */
  reload(): void
  show(tools: DeveloperTools): Promise<void>
  agree(remote: string, address: string): boolean
  confirm(): Promise<boolean>
}

const agree = (remote: string, address: string): boolean =>
  window.confirm(
    `Este enlace carga ${remote} desde ${address}.\n\nEse código verá tu sesión y tus documentos. ` +
      'Acepta solo si es tuyo o de tu equipo; si te lo envió otra persona, cancela.',
  )

const confirm = async (): Promise<boolean> => (await fetch('/mf-overrides', { method: 'POST' })).ok

const reload = (): void => {
  window.history.replaceState(window.history.state, '', withoutTools(window.location.href))
  window.location.reload()
}

export const createTools = (page: PagePorts = { reload, show: showPanel, agree, confirm }): DeveloperTools => {
  const before = parseSettings(sessionStorage.getItem(TOOLS_KEY))
  const asked = withQuery(before, window.location.search)
  const allowed = allowedOnly(asked, originsOf(document))
  const mayLoad = isConfirmed(document)
  const agreed = confirmedOnly(allowed, mayLoad ? before : NO_SETTINGS, page.agree)
  for (const name of Object.keys(asked.overrides))
    if (!(name in allowed.overrides))
      // biome-ignore lint/suspicious/noConsole: for developers, who read it here
      console.warn(`[${name}] this site takes no remote from there (MF_OVERRIDE_ORIGINS)`)
  keep(agreed)
  if (!mayLoad && Object.keys(agreed.overrides).length > 0) void page.confirm().then((done) => done && page.reload())
  const settings = mayLoad ? agreed : { ...agreed, overrides: {} }
  let kept = agreed
  const loads = new Map<RemoteName, LoadEvent>()
  const tools: DeveloperTools = {
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
