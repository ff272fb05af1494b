import * as v from 'valibot'
import { wholeRegistry } from './start-registry.ts'

const Elsewhere = v.object({
  remotes: v.record(v.string(), v.object({ releases: v.record(v.string(), v.object({ manifest: v.string() })) })),
})

/** The policy of a guest's page admits no folder of other remotes on other origins. */
const hasReleaseElsewhere = (registry: unknown): boolean =>
  v.is(Elsewhere, registry) &&
  Object.values(registry.remotes).some(({ releases }) =>
    Object.values(releases).some(({ manifest }) => URL.canParse(manifest)),
  )

/** @param reload for a page whose policy admits what the registry names */
export const registryAfterGuest = async (reload: () => void): Promise<unknown> => {
  const registry = await wholeRegistry()
  if (hasReleaseElsewhere(registry)) reload()
  return registry
}
