// One subpath for what pages load on demand: annotations, templates and bulk jobs. Each subpath adds weight to every page.
export * from './annotations.ts'
export * from './participants.ts'
