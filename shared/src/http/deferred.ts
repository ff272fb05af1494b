// One subpath for what pages load on demand: annotations, templates, bulk jobs and tags. Each subpath adds weight to every page.
export * from './annotations.ts'
export * from './participants.ts'
export * from './tags.ts'
