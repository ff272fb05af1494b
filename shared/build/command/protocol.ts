import * as v from 'valibot'

const LiveSchema = v.object({
  active: v.string(),
  fallback: v.nullable(v.string()),
  canary: v.optional(v.object({ release: v.string(), percent: v.number() })),
})

/** Answer of a site to a publication or a command. */
export const SwitchAnswerSchema = v.object({
  before: v.optional(LiveSchema),
  after: v.optional(LiveSchema),
  /** Release that a second person has to approve. */
  waiting: v.optional(v.string()),
  /** New capabilities of its code, for people. */
  added: v.optional(v.array(v.string())),
})

/** Answer of `GET /releases`. */
export const PublisherStateSchema = v.object({
  remote: v.string(),
  live: v.optional(v.nullable(LiveSchema)),
})

const UploadedPreviewSchema = v.object({
  id: v.string(),
  /** That was built; no release of the site has this name because of it. */
  release: v.string(),
  uploadedAt: v.string(),
  expiresAt: v.string(),
})

/** Answer of `POST /releases/previews`. */
export const PreviewAnswerSchema = v.object({ remote: v.string(), preview: UploadedPreviewSchema })

/** Answer of `GET /releases/previews`. */
export const PreviewListSchema = v.object({ remote: v.string(), previews: v.array(UploadedPreviewSchema) })

/** Answer with a status from 400 on. */
export const SwitchRefusalSchema = v.object({ message: v.string() })
