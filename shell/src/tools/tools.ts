import type { RemoteName } from 'shared/contract'
import type { LoadEvent } from 'shared/contract/load-events'
import type { ToolSettings } from './settings.ts'

/** Of `sessionStorage`. */
export const TOOLS_KEY = 'trazo.mf.tools'

export interface DeveloperTools {
  readonly settings: ToolSettings
  overrideOf(remote: RemoteName): string | undefined
  readonly loads: ReadonlyMap<RemoteName, LoadEvent>
  note(event: LoadEvent): void
  keepOutline(outline: boolean): void
  /** Reloads the page: loaded code cannot be unloaded. */
  dropOverride(remote: RemoteName): void
}
