// One subpath for what pages load on demand: annotations, templates, bulk jobs and tags. Each subpath adds weight to every page.
export * from './annotations.ts'
export * from './on-demand/alternates.ts'
export * from './on-demand/guest-sendings.ts'
export * from './on-demand/inbox.ts'
export * from './on-demand/participants.ts'
export * from './on-demand/questions.ts'
export * from './on-demand/sendings.ts'
export * from './on-demand/tags.ts'
