// One subpath for what pages load on demand: each subpath adds weight to every page.
export * from './annotations.ts'
export * from './evidence.ts'
